/** The card for cooling-off or self-exclusion: a button to start it or, if active, the end and how to end it. */
import { useState } from 'react'
import type { Limit } from '#contract/limits.ts'
import { ApiError } from '../../../api/client.ts'
import { Button, buttonClass } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { type ExclusionKind, running } from '../../../features/limits/periods.ts'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLimitActions } from '../../../features/limits/use-limits.ts'
import { useBreakText } from '../../../features/limits/use-break-text.ts'
import { ModalLink } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './limits.module.css'

export function BreakCard({ kind, limits }: { kind: ExclusionKind; limits: Limit[] }) {
  const t = useLabels('limits')
  const text = useBreakText()
  const current = running(limits, kind)
  return (
    <Card title={t(`${kind}Title`)}>
      <p className={styles.text}>{t(`${kind}Text`)}</p>
      {current?.mayEnd ? (
        <EndExclusion exclusion={current} />
      ) : current ? (
        <p className={styles.running}>{text(current)}</p>
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

function EndExclusion({ exclusion }: { exclusion: Limit }) {
  const t = useLabels('limits')
  const text = useBreakText()
  const alert = useAlert()
  const { remove } = useLimitActions()
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      await remove(exclusion)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className={styles.running}>{text(exclusion)}</p>
      <Button tone="quiet" isBusy={isBusy} onClick={() => void end()}>
        {t('self-exclusionEnd')}
      </Button>
    </>
  )
}
