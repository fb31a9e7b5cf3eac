/** Authenticator set-up: the key as QR code and text, and the first code. */
import { type FormEvent, useState } from 'react'
import { type ApiError, api } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { CopyButton } from '../../../features/payments/copy-button.tsx'
import { QrCode } from '../../../features/payments/qr-code.tsx'
import { CodeField } from '../../../features/step-up/code-field.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'

type SetUpProps = {
  setUp: { secret: string; uri: string }
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}
export default function AuthenticatorSetUp({ setUp: { secret, uri }, onDone, onCancel }: SetUpProps) {
  const t = useLabels('security')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (!code) return
    setBusy(true)
    await api('POST /api/player/totp/confirm', { body: { code } }).then(
      ({ recoveryCodes }) => onDone(recoveryCodes),
      ({ name, message, fields }: ApiError) =>
        setFault(
          name === 'codeWrong'
            ? (fields.code?.[0] ?? message)
            : name === 'tooManyAttempts'
              ? message
              : t('somethingWrong'),
        ),
    )
    setBusy(false)
  }
  return (
    <form className={styles.steps} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('totpScan')}</p>
      <QrCode content={uri} label={t('totpQr')} />
      <div className={styles.key}>
        <span className={styles.text}>{t('totpKey')}</span>
        <code dir="ltr">{inFours(secret)}</code>
      </div>
      <CopyButton text={secret} label={t('copy')} />
      <div className={styles.wide}>
        <CodeField name="code" label={t('totpCode')} error={fault} onFocus={() => setFault(undefined)} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {t('totpConfirm')}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Formats the key in groups of four characters. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)!.join(' ')
}
