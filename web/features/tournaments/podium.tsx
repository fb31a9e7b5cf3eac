/** The first three places with their prizes and, after the end, their winners. */
import type { Prize } from '#contract/tournaments.ts'
import { OwnMoney } from '../wallet/own-money.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './podium.module.css'

type PodiumProps = { prizes: Prize[]; currency: string; isOver: boolean }
export function Podium({ prizes, currency, isOver }: PodiumProps) {
  const t = useLabels('tournaments')
  return (
    <ol className={styles.podium}>
      {prizes.slice(0, 3).map(({ place, title, amount, cash, entry }) => (
        <li key={place} data-place={place}>
          <strong>
            <PrizeWorth title={title} worth={amount ?? cash} currency={currency} />
          </strong>
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

function PrizeWorth({ title, worth, currency }: { title: string; worth: number | null; currency: string }) {
  return worth === null ? <bdi>{title}</bdi> : <OwnMoney amount={worth} currency={currency} />
}
