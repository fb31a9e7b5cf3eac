/** Step-up by a code sent to the confirmed phone. */
import { useState } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useCountdown } from '../otp/use-countdown.ts'
import { limitReached } from '../otp/use-resend.ts'
import styles from './step-up.module.css'
import { TypedProof } from './typed-proof.tsx'

export function OtpProof() {
  const t = useLabels('security')
  const { data: profile } = useApi('GET /api/player/profile')
  const { secondsLeft, restart } = useCountdown(0)
  const [isSent, setSent] = useState(false)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const phone = profile?.phone ?? ''
  const sendCode = async () => {
    setBusy(true)
    setFault(null)
    await api('POST /api/player/otp/send', { body: { phone, reason: 'step-up' } }).then(
      ({ resendAfterSeconds }) => {
        restart(resendAfterSeconds)
        setSent(true)
      },
      ({ code, serverMessage }: ApiError) => {
        setOver(code === limitReached)
        setFault(code === limitReached ? t('otpLimit') : serverMessage || t('somethingWrong'))
      },
    )
    setBusy(false)
  }
  return (
    <div className={styles.form}>
      {isSent ? <TypedProof method="otp" /> : <p>{t('otpText', { phone: masked(phone) })}</p>}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {secondsLeft > 0 ? (
        <p className={styles.note}>{t('resendIn', { seconds: secondsLeft })}</p>
      ) : (
        !isOver && (
          <Button
            tone={isSent ? 'plain' : 'primary'}
            isWide
            isBusy={isBusy}
            disabled={!phone}
            onClick={() => void sendCode()}
          >
            {t(isSent ? 'resend' : 'sendCode')}
          </Button>
        )
      )}
    </div>
  )
}

/** Masks a phone number so that its owner recognises it. The marks keep it left to right in every language. */
function masked(phone: string): string {
  return `\u2066+${phone.slice(0, 2)} ••• ${phone.slice(-3)}\u2069`
}
