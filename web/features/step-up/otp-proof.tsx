/** Step-up by a code sent to the confirmed phone. */
import { useEffect, useState } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { limitReached } from '../otp/use-resend.ts'
import styles from './step-up.module.css'
import { TypedProof } from './typed-proof.tsx'

export function OtpProof() {
  const t = useLabels('security')
  const { data: profile } = useApi('GET /api/player/profile')
  const [wait, setWait] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!wait) return
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])
  const phone = profile?.phone ?? ''
  const ask = async () => {
    setBusy(true)
    setFault(null)
    await api('POST /api/player/otp/send', { body: { phone, reason: 'step-up' } }).then(
      ({ resendAfterSeconds }) => setWait(resendAfterSeconds),
      ({ code, words }: ApiError) => {
        setOver(code === limitReached)
        setFault(code === limitReached ? t('otpLimit') : words || t('somethingWrong'))
      },
    )
    setBusy(false)
  }
  return (
    <div className={styles.form}>
      {wait === null ? <p>{t('otpText', { phone: masked(phone) })}</p> : <TypedProof method="otp" />}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {!isOver &&
        (wait ? (
          <p className={styles.note}>{t('resendIn', { seconds: wait })}</p>
        ) : (
          <Button
            tone={wait === null ? 'primary' : 'plain'}
            isWide
            isBusy={isBusy}
            disabled={!phone}
            onClick={() => void ask()}
          >
            {t(wait === null ? 'sendCode' : 'resend')}
          </Button>
        ))}
    </div>
  )
}

/** Masked, but recognisable to its owner. The marks keep it left to right in every language. */
function masked(phone: string): string {
  return `\u2066+${phone.slice(0, 2)} ••• ${phone.slice(-3)}\u2069`
}
