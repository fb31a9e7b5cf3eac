/** In the rules of a game: what it returns together with the jackpot of the player's currency. */
import type { GameDetails } from '#contract/games.ts'
import { Card } from '../../design/card/card.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { Returns } from './returns.tsx'
import { someStakes } from './some-stakes.ts'
import { usePlayersJackpot } from './use-jackpots.ts'
import styles from './jackpots.module.css'

export default function GameReturns({ game }: { game: GameDetails }) {
  const t = useLabels('jackpots')
  const jackpot = usePlayersJackpot()
  const stakes = game.stakes.find(({ currency }) => currency === jackpot?.currency)
  if (!jackpot || !stakes) return null
  return (
    <Card title={t('returnTitle')}>
      <p className={styles.soft}>{t('returnText')}</p>
      <Returns jackpot={jackpot} game={{ rtp: game.rtp, stakes: someStakes(stakes) }} />
      <Link to="/jackpots" className={styles.link}>
        <Icon name="info" size={18} /> {t('details')}
      </Link>
    </Card>
  )
}
