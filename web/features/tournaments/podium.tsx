/** The first three places with their prizes, and once it is over with their winners. */
import type { Prize } from '#contract/tournaments.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './podium.module.css'

export function Podium({ prizes, isOver }: { prizes: Prize[]; isOver: boolean }) {
  const t = useLabels('tournaments')
  return (
    <ol className={styles.podium}>
      {prizes.slice(0, 3).map(({ place, title, entry }) => (
        <li key={place} data-place={place}>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {isOver && <span className={styles.name}>{entry ? <bdi>{entry.name}</bdi> : t('nobody')}</span>}
          <span className={styles.step} aria-label={t('placeOf', { place })}>
            {place}
          </span>
        </li>
      ))}
    </ol>
  )
}
