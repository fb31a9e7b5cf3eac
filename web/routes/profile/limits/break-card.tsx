/** Cooling-off or self-exclusion: effect, start, and end date when active. */
import type { Limit } from '#contract/limits.ts'
import { buttonClass } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { type ExclusionKind, running } from '../../../features/limits/periods.ts'
import { useDayWords } from '../../../features/limits/use-day-words.ts'
import { ModalLink } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './limits.module.css'

export function BreakCard({ kind, limits }: { kind: ExclusionKind; limits: Limit[] }) {
  const t = useLabels('limits')
  const day = useDayWords()
  const current = running(limits, kind)
  return (
    <Card title={t(`${kind}Title`)}>
      <p className={styles.text}>{t(`${kind}Text`)}</p>
      {current ? (
        <p className={styles.running}>{t(`${kind}Until`, { until: day(current.endsAt) })}</p>
      ) : (
        <ModalLink
          modal="self-exclusion-limit"
          value={kind}
          className={`${buttonClass} ${styles.start}`}
          data-tone="quiet"
        >
          {t(`${kind}Begin`)}
        </ModalLink>
      )}
    </Card>
  )
}
