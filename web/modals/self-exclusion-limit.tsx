/**
 * Starts cooling-off or self-exclusion, as selected by the value of the query key: first the duration, then a question
 * that names the end. Nothing is chosen beforehand, because neither can be undone.
 */
import { useId, useState } from 'react'
import { breakEnd, isEndless } from '#contract/break-ends.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { ApiError } from '../api/client.ts'
import { clearSession } from '../api/session.ts'
import { Button } from '../design/button/button.tsx'
import { GuardedButton } from '../design/button/guarded-button.tsx'
import { useAlert } from '../features/alerts/raise-alert.ts'
import { begunExclusion } from '../features/limits/begun-exclusion.ts'
import { BreakMeans } from '../features/limits/break-means.tsx'
import { type ExclusionKind, exclusionPeriods, definitionOf } from '../features/limits/periods.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { useDayText } from '../features/limits/use-day-text.ts'
import { useLimitActions } from '../features/limits/use-limits.ts'
import { SaferPlayLink } from '../features/safer-play/safer-play-link.tsx'
import { useLabels } from '../render/labels.tsx'
import { useGo } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import styles from './self-exclusion-limit.module.css'

type Choice = { period: string; endsAt: string }

function SelfExclusionLimit({ value }: ModalProps) {
  const kind: ExclusionKind = value === 'cooling-off' ? 'cooling-off' : 'self-exclusion'
  const [choice, setChoice] = useState<Choice | null>(null)
  const [isAsked, setAsked] = useState(false)
  return isAsked && choice ? (
    <Question kind={kind} choice={choice} onBack={() => setAsked(false)} />
  ) : (
    <Durations kind={kind} choice={choice} onChoose={setChoice} onNext={() => setAsked(true)} />
  )
}

type DurationsProps = {
  kind: ExclusionKind
  choice: Choice | null
  onChoose: (choice: Choice) => void
  onNext: () => void
}

function Durations({ kind, choice, onChoose, onNext }: DurationsProps) {
  const t = useLabels('limits')
  const name = useId()
  const { coolingOffPeriods, selfExclusionPeriods } = useProtection()
  const offered = kind === 'cooling-off' ? coolingOffPeriods : selfExclusionPeriods
  const periods = exclusionPeriods[kind].filter((each) => offered.includes(each))
  return (
    <>
      <ModalTitle description={t(`${kind}Text`)}>{t(`${kind}Title`)}</ModalTitle>
      <ModalBody>
        <fieldset className={styles.periods}>
          <legend>{t('howLong')}</legend>
          {periods.map((period) => (
            <label key={period} data-chosen={period === choice?.period || undefined}>
              <input
                type="radio"
                name={name}
                checked={period === choice?.period}
                onChange={() => onChoose({ period, endsAt: breakEnd(period, new Date())!.toISOString() })}
              />
              {t(period)}
            </label>
          ))}
        </fieldset>
        <BreakMeans kind={kind} isEndless={choice !== null && isEndless(choice.endsAt)} />
        <SaferPlayLink />
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide disabled={!choice} onClick={onNext}>
          {t(choice ? 'breakNext' : 'breakChooseFirst')}
        </Button>
      </ModalActions>
    </>
  )
}

function Question({ kind, choice, onBack }: { kind: ExclusionKind; choice: Choice; onBack: () => void }) {
  const t = useLabels('limits')
  const day = useDayText()
  const { begin, isBusy } = useBegin(kind)
  const { period, endsAt } = choice
  const isForever = isEndless(endsAt)
  return (
    <>
      <ModalTitle>{t(`${kind}Question`)}</ModalTitle>
      <ModalBody>
        <p className={styles.until}>
          <strong>{isForever ? t('breakFrom') : t('breakFromUntil', { until: day(endsAt) })}</strong>
        </p>
        <BreakMeans kind={kind} isEndless={isForever} />
      </ModalBody>
      <ModalActions>
        <GuardedButton act="begin" tone="primary" size="l" isWide isBusy={isBusy} onClick={() => void begin(period)}>
          {t(`${kind}Confirm`, { period: t(period) })}
        </GuardedButton>
        <GuardedButton act="back" size="l" isWide disabled={isBusy} onClick={onBack}>
          {t('breakBack')}
        </GuardedButton>
      </ModalActions>
    </>
  )
}

/** Self-exclusion ends the sessions on all devices, including this one. */
function useBegin(kind: ExclusionKind) {
  const go = useGo()
  const alert = useAlert()
  const { add } = useLimitActions()
  const [isBusy, setBusy] = useState(false)
  const begin = async (period: string) => {
    setBusy(true)
    try {
      const { endsAt } = await add({ definition: definitionOf[kind], period })
      if (kind === 'self-exclusion') {
        begunExclusion.write(endsAt)
        clearSession('signedOut')
      }
      await go('/break')
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
