/** Marks on a player's tiles: a round to continue, or an active bonus that does not apply. Guests never load it. */
import type { Game } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { percentAt } from '../bonuses/contribution.ts'
import { useActiveBonus } from '../bonuses/use-active-bonus.ts'
import styles from './game-mark.module.css'

export function GameMark({ game }: { game: Pick<Game, 'id' | 'kind' | 'name'> }) {
  const t = useLabels('lobby')
  const { data: rounds } = useApi('GET /api/game/open-rounds')
  const { data: accounts } = useApi('GET /api/wallet/accounts')
  const bonus = useActiveBonus(accounts?.find(({ status }) => status === 1)?.currency)
  const isOpen = rounds?.some((round) => round.gameId === game.id)
  const isExcluded = bonus !== undefined && percentAt(bonus.contribution, game) === 0
  if (!isOpen && !isExcluded) return null
  return (
    <div className={styles.marks}>
      {isExcluded && (
        <span className={styles.excluded} title={t('bonusExcluded')}>
          <Icon name="gift-off" size={18} />
          <span className={styles.hidden}>{t('bonusExcluded')}</span>
        </span>
      )}
      {isOpen && (
        <Link
          to={`/games/${game.id}?play=real`}
          className={styles.continue}
          aria-label={t('continueRoundIn', { game: game.name })}
        >
          <Icon name="play" size={16} />
          {t('continueRound')}
        </Link>
      )}
    </div>
  )
}
