/** What a cooling-off period or self-exclusion means for play, money, bets and bonuses. */
import { useLabels } from '../../render/labels.tsx'
import type { ExclusionKind } from './periods.ts'
import { useProtection } from './use-protection.ts'
import styles from './break-means.module.css'

type MeansProps = { kind: ExclusionKind; isEndless: boolean; isStarted?: boolean }

export function BreakMeans({ kind, isEndless, isStarted }: MeansProps) {
  const t = useLabels('limits')
  const { exclusionEndDelayHours: hours } = useProtection()
  const lines = [
    ...(isStarted ? [] : [`${kind}_begins`, 'breakMoneyStays']),
    'breakBets',
    'breakBonuses',
    ...(kind === 'self-exclusion' ? ['self-exclusion_offers'] : []),
    isEndless ? 'self-exclusion_endless' : `${kind}_ends`,
  ]
  return (
    <ul className={styles.means}>
      {lines.map((line) => (
        <li key={line}>{t(line, { hours })}</li>
      ))}
    </ul>
  )
}
