/** The form to start cooling-off or self-exclusion, as selected by the value of the query key. */
import { useId, useState } from 'react'
import type { ModalModule, ModalProps } from '../modals.ts'
import { ApiError } from '../api/client.ts'
import { clearSession } from '../api/session.ts'
import { Button } from '../design/button/button.tsx'
import { useAlert } from '../features/alerts/raise-alert.ts'
import { type ExclusionKind, exclusionPeriods, definitionOf } from '../features/limits/periods.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { useDayText } from '../features/limits/use-day-text.ts'
import { useLimitActions } from '../features/limits/use-limits.ts'
import { SaferPlayLink } from '../features/safer-play/safer-play-link.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './self-exclusion-limit.module.css'

function SelfExclusionLimit({ value }: ModalProps) {
  const t = useLabels('limits')
  const kind: ExclusionKind = value === 'cooling-off' ? 'cooling-off' : 'self-exclusion'
  const name = useId()
  const { coolingOffPeriods, selfExclusionPeriods, exclusionEndDelayHours: hours } = useProtection()
  const offered = kind === 'cooling-off' ? coolingOffPeriods : selfExclusionPeriods
  const periods = exclusionPeriods[kind].filter((each) => offered.includes(each))
  const [chosen, setPeriod] = useState<string | null>(null)
  const period = chosen ?? periods[0]!
  const { begin, isBusy } = useBegin(kind)
  return (
    <>
      <ModalTitle description={t(`${kind}Text`)}>{t(`${kind}Title`)}</ModalTitle>
      <ModalBody>
        <fieldset className={styles.periods}>
          <legend>{t('howLong')}</legend>
          {periods.map((each) => (
            <label key={each} data-chosen={each === period || undefined}>
              <input type="radio" name={name} checked={each === period} onChange={() => setPeriod(each)} />
              {t(each)}
            </label>
          ))}
        </fieldset>
        <ul className={styles.means}>
          {['means1', 'means2', 'means3', ...(kind === 'self-exclusion' ? ['means4'] : [])].map((line) => (
            <li key={line}>{t(`${kind}_${line}`, { hours })}</li>
          ))}
        </ul>
        <SaferPlayLink />
      </ModalBody>
      <ModalActions>
        <Button tone="danger" size="l" isWide isBusy={isBusy} onClick={() => void begin(period)}>
          {t(`${kind}Confirm`, { period: t(period) })}
        </Button>
      </ModalActions>
    </>
  )
}

/** Self-exclusion ends the sessions on all devices, including this one. */
function useBegin(kind: ExclusionKind) {
  const modal = useModal()
  const alert = useAlert()
  const day = useDayText()
  const { add } = useLimitActions()
  const [isBusy, setBusy] = useState(false)
  const begin = async (period: string) => {
    setBusy(true)
    try {
      const { endsAt } = await add({ definition: definitionOf[kind], period })
      if (kind === 'self-exclusion') clearSession('signedOut')
      else modal.close('self-exclusion-limit')
      await alert('profile', kind === 'cooling-off' ? 'coolingOffBegun' : 'selfExclusionBegun', { until: day(endsAt) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return { begin, isBusy }
}

export const modal: ModalModule = { View: SelfExclusionLimit, labels: ['limits'] }
