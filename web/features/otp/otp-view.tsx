/** The step for the one-time code of a phone number. `OtpStep` adds the calls to `OtpView`. */
import { useEffect, useRef } from 'react'
import type { RouteRequest } from '#contract/api.ts'
import { resendAfterSeconds } from '#contract/otp.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { Field } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import { CodeInput } from './code-input.tsx'
import { codeLength } from './code-text.ts'
import { type CodeEntry, useCodeEntry } from './use-code-entry.ts'
import { useOtpTexts } from './use-otp-texts.ts'
import { type Resend, useResend } from './use-resend.ts'
import styles from './otp.module.css'

type OtpViewProps = {
  phone: string
  hasLetters: boolean
  /** The last code was sent before this step and is still valid, so no new one was sent. */
  isSentBefore: boolean
  entry: CodeEntry
  resend: Resend
  onBack?: (() => void) | undefined
}

export function OtpView({ phone, hasLetters, isSentBefore, entry, resend, onBack }: OtpViewProps) {
  const t = useLabels('otp')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  // A rejected code has been cleared, and the input gets the focus for the next one.
  useEffect(() => {
    if (entry.error) input.current?.focus()
  }, [entry.error])
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        entry.verify()
      }}
    >
      <p className={styles.sentTo}>
        {t(isSentBefore ? 'sentBeforeTo' : 'sentTo')}{' '}
        <bdi dir="ltr" className={styles.phone}>
          +{phone}
        </bdi>
      </p>
      <Field
        label={t(hasLetters ? 'labelLetters' : 'label', { count: codeLength })}
        error={entry.error ?? undefined}
        hint={t('hint')}
        isRequired
        render={(props) => (
          <CodeInput
            {...props}
            ref={input}
            value={entry.value}
            hasLetters={hasLetters}
            onChange={entry.enter}
            isDisabled={entry.isBusy}
          />
        )}
      />
      <Button type="submit" tone="primary" size="l" isWide isBusy={entry.isBusy} disabled={!entry.canVerify}>
        {t('verify')}
      </Button>
      <ResendLine resend={resend} />
      {onBack && (
        <Button tone="plain" icon="arrow-left" onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </form>
  )
}

function ResendLine({ resend: { secondsLeft, isBusy, isOver, note, again } }: { resend: Resend }) {
  const t = useLabels('otp')
  return (
    <div className={styles.resend}>
      {!isOver &&
        (secondsLeft > 0 ? (
          <p role="timer" className={styles.countdown}>
            {t('resendIn', { seconds: secondsLeft })}
          </p>
        ) : (
          <Button tone="quiet" isWide isBusy={isBusy} onClick={again}>
            {t('resend')}
          </Button>
        ))}
      <p role="status" className={styles.note} data-error={note?.isError || undefined}>
        {note?.text ?? (secondsLeft === 0 && !isOver ? t('resendReady') : null)}
      </p>
    </div>
  )
}

type SendBody = RouteRequest<'POST /api/player/otp/send'>['body']
/** The response of `POST /api/player/otp/send` for the first code. */
export type SentCode = { resendAfterSeconds: number; hasLetters: boolean }
type OtpStepProps = SendBody & {
  phone: string
  sent: SentCode
  /** Completes the action with the code. An ApiError that it throws is explained by the view. */
  onVerify: (code: string) => Promise<void>
  onBack?: () => void
}

/** Requires the labels `otp`. The caller must have sent the first code. */
export function OtpStep({ phone, reason, sent, onVerify, onBack }: OtpStepProps) {
  const texts = useOtpTexts()
  const entry = useCodeEntry(onVerify, texts)
  const resend = useResend(
    sent.resendAfterSeconds,
    () => api('POST /api/player/otp/send', { body: { phone, reason } }),
    texts,
  )
  return (
    <OtpView
      phone={phone}
      hasLetters={sent.hasLetters}
      isSentBefore={sent.resendAfterSeconds < resendAfterSeconds}
      entry={entry}
      resend={resend}
      onBack={onBack}
    />
  )
}
