/** The target of a reset link: the form for a new password, or an explanation if the link is invalid. */
import { useEffect, useState } from 'react'
import { ButtonLink } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { takeLinkCode } from '../features/passwords/link-code.ts'
import styles from '../features/passwords/passwords.module.css'
import { ResetForm } from '../features/passwords/reset-form.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useParams, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['passwords', 'fields'],
  meta: ({ t }) => ({ title: t('resetTitle'), description: t('forgotLead'), noIndex: true }),
  View: PasswordReset,
})

type Step = 'reading' | 'form' | 'void' | 'done'

function PasswordReset() {
  const t = useLabels('passwords')
  const { resetCode } = useParams()
  const [code, setCode] = useState('')
  const [step, setStep] = useState<Step>('reading')
  useEffect(() => {
    const found = takeLinkCode('resetCode', resetCode)
    setCode(found)
    setStep(found ? 'form' : 'void')
  }, [resetCode])
  return (
    <Page title={t('resetTitle')} width="form">
      {step === 'reading' && <Spinner />}
      {step === 'form' && (
        <Card>
          <p className={styles.lead}>{t('resetLead')}</p>
          <ResetForm code={code} onDone={() => setStep('done')} onInvalidCode={() => setStep('void')} />
        </Card>
      )}
      {step === 'void' && <InvalidLink />}
      {step === 'done' && (
        <Empty
          icon="check-circle"
          title={t('resetDoneTitle')}
          action={
            <ButtonLink to="/?sign-in=true" tone="primary">
              {t('signIn')}
            </ButtonLink>
          }
        >
          {t('resetDoneText')}
        </Empty>
      )}
    </Page>
  )
}

/** Explains an invalid link. Signed-in players are led to the profile, guests to the modal. */
function InvalidLink() {
  const t = useLabels('passwords')
  const { isSignedIn } = useVisitor()
  const on = isSignedIn ? (
    <ButtonLink to="/profile/security" tone="primary">
      {t('changeOpen')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/?forgot-pass=true" tone="primary">
      {t('askAgain')}
    </ButtonLink>
  )
  return (
    <Empty icon="link" title={t('resetVoidTitle')} action={on}>
      {t('resetVoidText')}
    </Empty>
  )
}
