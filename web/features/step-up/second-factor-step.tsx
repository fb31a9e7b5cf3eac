/** The second factor at sign-in: an authenticator code or a recovery code. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../../modals/modal-frame.tsx'
import { type CodeFault, codeFaultOf } from './code-fault.ts'
import { CodeField } from './code-field.tsx'
import styles from './step-up.module.css'

type SecondFactorProps = {
  /** Repeats the sign-in with the code. */
  onCode: (code: string) => Promise<void>
}

/** The second view of the sign-in modal. */
export function SecondFactorStep({ onCode, onBack }: SecondFactorProps & { onBack: () => void }) {
  const t = useLabels('security')
  return (
    <>
      <ModalTitle description={t('secondFactorText')}>{t('secondFactorTitle')}</ModalTitle>
      <ModalBody>
        <SecondFactorForm
          onCode={onCode}
          back={
            <Button tone="plain" icon="arrow-left" onClick={onBack}>
              {t('back')}
            </Button>
          }
        />
      </ModalBody>
    </>
  )
}

/** `back` returns to the choice of sign-in methods. */
export function SecondFactorForm({ onCode, back }: SecondFactorProps & { back: ReactNode }) {
  const t = useLabels('security')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<CodeFault | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (!code) return
    setBusy(true)
    setFault(null)
    await onCode(code).catch((error: ApiError) => setFault(codeFaultOf(error, t)))
    setBusy(false)
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <CodeField
        name="code"
        label={t('codeLabel')}
        hint={t('totpHint')}
        error={fault?.text}
        nextCodeIn={fault?.nextCodeIn}
        onFocus={() => setFault((last) => last && { ...last, text: undefined })}
        hasFocus
      />
      <Button type="submit" tone="primary" size="l" isWide isBusy={isBusy}>
        {t('signIn')}
      </Button>
      {back}
    </form>
  )
}
