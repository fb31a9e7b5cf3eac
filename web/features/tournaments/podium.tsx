/** The first three places with their prizes and, after the end, their winners. */
import type { Prize } from '#contract/tournaments.ts'
import { Money } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './podium.module.css'

type PodiumProps = { prizes: Prize[]; currency: string; isOver: boolean }
export function Podium({ prizes, currency, isOver }: PodiumProps) {
  const t = useLabels('tournaments')
  return (
    <ol className={styles.podium}>
      {prizes.slice(0, 3).map(({ place, title, amount, entry }) => (
        <li key={place} data-place={place}>
          <strong>{amount === null ? <bdi>{title}</bdi> : <Money amount={amount} currency={currency} />}</strong>
          {amount !== null && <span className={styles.share}>{title}</span>}
          {isOver && <span className={styles.name}>{entry ? <bdi>{entry.name}</bdi> : t('nobody')}</span>}
          <span className={styles.step} aria-label={t('placeOf', { place })}>
            {place}
          </span>
        </li>
      ))}
    </ol>
  )
}
