/** Step-up by password or authenticator code. */
import { type FormEvent, useEffect, useRef } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Field, PasswordInput } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import { CodeField } from './code-field.tsx'
import styles from './step-up.module.css'
import { type Proof, useProof } from './use-proof.ts'

export function TypedProof({ method }: { method: 'password' | 'totp' | 'otp' | 'passkey' }) {
  const t = useLabels('security')
  const proof = useProof()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = String(new FormData(event.currentTarget).get('proof'))
    if (entered) void proof.submit(async () => ({ method, proof: entered }))
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {method === 'password' ? (
        <PasswordField of={proof} />
      ) : (
        <CodeField
          name="proof"
          label={t('codeLabel')}
          hint={method === 'totp' ? t('totpHint') : t('otpHint')}
          error={proof.fault}
          nextCodeIn={proof.nextCodeIn}
          onFocus={proof.clearFault}
          hasFocus
        />
      )}
      <Button type="submit" tone="primary" size="l" isWide isBusy={proof.isBusy}>
        {t('confirm')}
      </Button>
    </form>
  )
}

/** A hidden login field identifies the account for password managers. */
function PasswordField({ of: { fault, clearFault } }: { of: Proof }) {
  const t = useLabels('security')
  const input = useRef<HTMLInputElement>(null)
  const { data: profile } = useApi('GET /api/player/profile')
  useEffect(() => {
    input.current?.focus()
  }, [])
  return (
    <>
      <input
        className={styles.unseen}
        type="text"
        name="username"
        autoComplete="username"
        value={profile?.email ?? profile?.phone ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        label={t('passwordLabel')}
        error={fault}
        isRequired
        render={(control) => (
          <PasswordInput
            {...control}
            ref={input}
            name="proof"
            autoComplete="current-password"
            maxLength={256}
            revealLabel={t('showPassword')}
            onFocus={clearFault}
          />
        )}
      />
    </>
  )
}
