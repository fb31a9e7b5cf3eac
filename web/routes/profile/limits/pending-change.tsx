/** A pending increase or removal of a limit, with buttons to confirm it or keep the current limit. */
import { useState } from 'react'
import type { Limit } from '#contract/limits.ts'
import { ApiError } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { GuardedButton } from '../../../design/button/guarded-button.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useDayText } from '../../../features/limits/use-day-text.ts'
import { useLimitAmount } from '../../../features/limits/use-limit-amount.ts'
import { useLimitActions } from '../../../features/limits/use-limits.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './limits.module.css'

export function PendingChange({ limit, pending }: { limit: Limit; pending: NonNullable<Limit['pending']> }) {
  const t = useLabels('limits')
  const shown = useLimitAmount()
  const day = useDayText()
  const alert = useAlert()
  const { change, remove } = useLimitActions()
  const [busy, setBusy] = useState<'confirm' | 'keep' | null>(null)
  const { amount, period, needsConfirmation, appliesFrom } = pending
  const what =
    amount === null ? t('pendingRemoval') : t('pendingRaise', { amount: shown(amount, limit.currency), period })
  const run = async (which: 'confirm' | 'keep', work: () => Promise<unknown>) => {
    setBusy(which)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(null)
    }
  }
  const confirm = () => run('confirm', () => (amount === null ? remove(limit) : change(limit, { period, amount })))
  // Requesting the current value cancels the pending change.
  const keep = () => run('keep', () => change(limit, { period: limit.period, amount: limit.amount! }))
  return (
    <div className={styles.pending}>
      <p>
        {what} {needsConfirmation ? t('pendingReady') : t('pendingWaits', { at: day(appliesFrom) })}
      </p>
      <div className={styles.actions}>
        {needsConfirmation && (
          <GuardedButton
            act="confirm"
            size="s"
            isBusy={busy === 'confirm'}
            disabled={busy !== null}
            onClick={() => void confirm()}
          >
            {t(amount === null ? 'confirmRemoval' : 'confirmRaise')}
          </GuardedButton>
        )}
        <Button
          size="s"
          tone={needsConfirmation ? 'plain' : 'quiet'}
          isBusy={busy === 'keep'}
          disabled={busy !== null}
          onClick={() => void keep()}
        >
          {t('keepLimit')}
        </Button>
      </div>
    </div>
  )
}
