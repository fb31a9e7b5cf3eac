/** Confirms a phone by a code; a change also requires a step-up. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../api/client.ts'
import { invalidate } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Field } from '../../../design/field/field.tsx'
import { OtpStep, type SentCode } from '../../../features/otp/otp-view.tsx'
import { useOtpTexts } from '../../../features/otp/use-otp-texts.ts'
import { otpSendFault } from '../../../features/otp/use-resend.ts'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { PhoneInput } from '../../../forms/phone-input.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './info.module.css'

type PhoneChangeProps = {
  reason: 'phone-change' | 'confirmation'
  /** The phone to confirm; null for a new one. */ phone: string | null
  onEnd: () => void
}

export function PhoneChange({ reason, phone: known, onEnd }: PhoneChangeProps) {
  const t = useLabels('profile')
  const ofCode = useLabels('otp')
  const texts = useOtpTexts()
  const { withStepUp } = useStepUp()
  const alert = useAlert()
  const client = useQueryClient()
  const [phone, setPhone] = useState(known ?? '')
  const [sent, setSent] = useState<SentCode | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setError(null)
    try {
      setSent(await withStepUp(() => api('POST /api/player/otp/send', { body: { phone, reason } })))
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      if (fault.name !== 'stepUpRequired') setError(otpSendFault(fault, texts, ofCode('unreachable')))
    }
    setBusy(false)
  }
  const verify = async (code: string) => {
    await withStepUp(() => api('POST /api/player/otp/verify', { body: { phone, reason, code } }))
    await invalidate(client, 'GET /api/player/profile')
    void alert('profile', 'profileSaved')
    onEnd()
  }
  const isBegun = useRef(false)
  // For a known phone the code is sent immediately.
  useEffect(() => {
    if (!known || isBegun.current) return
    isBegun.current = true
    void send()
  })
  if (sent)
    return (
      <div className={styles.changing}>
        <OtpStep phone={phone} reason={reason} sent={sent} onVerify={verify} onBack={onEnd} />
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className={styles.changing} method="post" noValidate onSubmit={submit}>
      <Field
        label={t(known ? 'phone' : 'newPhone')}
        hint={t('phoneHint')}
        error={error ?? undefined}
        render={(control) => (
          <PhoneInput
            {...control}
            ref={null}
            name="phone"
            label={t('newPhone')}
            value={phone}
            disabled={known !== null}
            onChoose={(value) => {
              setError(null)
              setPhone(value)
            }}
            onBlur={() => undefined}
            onFocus={() => setError(null)}
            autoComplete="tel"
          />
        )}
      />
      <div className={styles.ways}>
        <Button type="submit" tone="primary" size="s" isBusy={isBusy} disabled={phone === ''}>
          {t('sendCode')}
        </Button>
        <Button size="s" disabled={isBusy} onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
