/** The modal for the registration by e-mail or phone, with the fields that the server describes. */
import { type ReactNode, useMemo } from 'react'
import { useApi } from '../api/use-api.ts'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { OtpStep } from '../features/otp/otp-view.tsx'
import { SocialButtons } from '../features/social/social-buttons.tsx'
import { useFormTexts } from '../forms/use-form-texts.ts'
import type { ModalModule } from '../modals.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useNavigator } from '../render/router.tsx'
import { ModalBody, ModalTitle, useBeforeClose } from './modal-frame.tsx'
import { LoginKindTabs } from './sign-in.tsx'
import { SignLoading } from './sign-in/sign-loading.tsx'
import { SignSplit } from './sign-in/sign-split.tsx'
import { type SignContent, useSignContent } from './sign-in/use-sign-content.ts'
import { registrationKindsOf, type LoginKind } from './sign-in/login-kinds.ts'
import { ModalLink, openModal } from './use-modal.tsx'
import { SignUpForm } from './sign-up/sign-up-form.tsx'
import { type Registration, type RegistrationParts, useRegistration } from './sign-up/use-registration.ts'

export function SignUp({ content, title, children }: { content: SignContent; title: string; children: ReactNode }) {
  return (
    <SignSplit promo={content.promo}>
      <ModalTitle>{title}</ModalTitle>
      <ModalBody>{children}</ModalBody>
    </SignSplit>
  )
}

function SignUpModal() {
  const t = useLabels('identity')
  const locale = useLocale()
  const texts = useFormTexts()
  const content = useSignContent('sign-up')
  const reads = [
    useApi('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
    useApi('GET /api/settings/countries', { query: { locale } }),
    useApi('GET /api/settings/constants'),
  ] as const
  const [validations, countries, constants] = reads
  const registration = constants.data?.player.registration
  const display = content?.display
  const loginKinds = useMemo(() => registration && registrationKindsOf(registration, display), [registration, display])
  if (reads.some(({ isError }) => isError)) {
    const retry = () => void Promise.all(reads.map((read) => read.refetch()))
    return (
      <>
        <ModalTitle>{t('signUpTitle')}</ModalTitle>
        <ModalBody>
          <Failed title={t('somethingWrong')} retryLabel={t('retry')} onRetry={retry}>
            {t('unreachable')}
          </Failed>
        </ModalBody>
      </>
    )
  }
  if (!texts || !content || !loginKinds || !validations.data || !countries.data)
    return <SignLoading title={t('signUpTitle')} fields={4} />
  return (
    <LoadedForm
      content={content}
      parts={{ texts, loginKinds, descriptors: validations.data, countries: countries.data }}
    />
  )
}

function LoadedForm({ content, parts }: { content: SignContent; parts: RegistrationParts }) {
  const t = useLabels('identity')
  const otp = useLabels('otp')
  const navigator = useNavigator()
  const registration = useRegistration(parts)
  const { form, step } = registration
  const { isDirty } = form.form.formState
  useBeforeClose(() => {
    // The step of the code is found again, so closing it loses nothing.
    const mayClose = !isDirty || form.isBusy || step.name !== 'form' || !content.asksBeforeClosing
    if (!mayClose) openModal(navigator, 'sign-up-cancel')
    return mayClose
  })
  const title = { form: t('signUpTitle'), code: otp('title'), mailed: t('signUpTitle') }[step.name]
  return (
    <SignUp content={content} title={title}>
      <CurrentStep registration={registration} loginKinds={parts.loginKinds} />
    </SignUp>
  )
}

/** Shows the current step: the form, the code for the phone, or the note that a mail was sent. */
export function CurrentStep({
  registration: { loginKind, fields, captchaNote, form, step, chooseLoginKind, verify, back },
  loginKinds,
}: {
  registration: Registration
  loginKinds: LoginKind[]
}) {
  const t = useLabels('identity')
  if (step.name === 'code')
    return <OtpStep phone={step.phone} reason="registration" sent={step.sent} onVerify={verify} onBack={back} />
  if (step.name === 'mailed')
    return (
      <Empty icon="mail" title={t('checkMail')}>
        {t('checkMailText', { email: step.email })}
      </Empty>
    )
  return (
    <>
      <LoginKindTabs loginKinds={loginKinds} loginKind={loginKind} onLoginKind={chooseLoginKind} label={t('signUpWay')}>
        <SignUpForm key={loginKind} loginKind={loginKind} form={form} fields={fields} captchaNote={captchaNote} />
      </LoginKindTabs>
      <SocialButtons readCode={() => String(form.form.getValues('bonusCode') ?? '')} />
      <footer>
        {t('haveAccount')}{' '}
        <ModalLink modal="sign-in" instead="sign-up">
          {t('signIn')}
        </ModalLink>
      </footer>
    </>
  )
}

export const modal: ModalModule = { View: SignUpModal, labels: ['identity', 'otp', 'social', 'fields'] }
