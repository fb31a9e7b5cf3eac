/** The pots in the lobby, in the currency of the player's account. */
import { returnOfTicket } from '#contract/jackpot-odds.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { below } from '../../render/below.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './jackpots.module.css'
import { usePercent, usePlayersJackpot } from './use-jackpots.ts'

export default function JackpotPots() {
  const t = useLabels('jackpots')
  const percent = usePercent()
  const jackpot = usePlayersJackpot()
  if (!jackpot) return null
  return (
    <section className={styles.lobby} {...below} aria-labelledby="jackpot-pots">
      <h2 id="jackpot-pots">
        <Link to="/jackpots">
          <Icon name="trophy" /> {t('title')}
        </Link>
      </h2>
      <ul className={styles.pots}>
        {jackpot.levels.map(({ level, pot }) => (
          <li key={level}>
            <span className={styles.soft}>{t(`level_${level}`)}</span>{' '}
            <Money amount={pot} currency={jackpot.currency} />
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{t('returnNow', { percent: percent(returnOfTicket(jackpot)) })}</p>
    </section>
  )
}
