/** One round in a list: game, figures, and links to its entries and its page. */
import type { ReactNode } from 'react'
import type { Spin } from '#contract/games.ts'
import { LazyImage } from '../../../design/lazy-image/lazy-image.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import styles from './history.module.css'
import { entriesPath } from './tabs.ts'

type RoundLineProps = { round: Spin; soft: ReactNode; figures: ReactNode }
export function RoundLine({ round, soft, figures }: RoundLineProps) {
  const t = useLabels('history')
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <LazyImage className={styles.thumbnail} src={round.game.thumbnail} width={42} height={56} />
        <span className={styles.what}>
          <strong>
            <Link to={`/games/${round.game.id}`}>{round.game.name}</Link>
          </strong>
          <span className={styles.soft}>{soft}</span>
          <span className={styles.links}>
            <Link to={entriesPath(round.roundId)} className={styles.link}>
              {t('entriesBehind')}
            </Link>
            {round.verifyUrl && (
              <Link to={round.verifyUrl} className={styles.link}>
                {t('verify')}
              </Link>
            )}
          </span>
        </span>
        <span className={styles.figures}>{figures}</span>
      </div>
    </li>
  )
}
