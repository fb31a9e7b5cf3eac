/** The modal for the sign-in by e-mail or phone, and its view. */
import { type ReactNode, useMemo, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../api/client.ts'
import { storeToken, whyEnded } from '../api/session.ts'
import { Button } from '../design/button/button.tsx'
import { Tabs } from '../design/tabs/tabs.tsx'
import { showToast } from '../design/toast/toast-store.ts'
import { PasskeySignIn } from '../features/step-up/passkey-sign-in.tsx'
import { SecondFactorStep } from '../features/step-up/second-factor-step.tsx'
import { SocialButtons } from '../features/social/social-buttons.tsx'
import { SocialNotice, SocialNoticeBox } from '../features/social/social-notice.tsx'
import { fingerprint } from '../features/session/fingerprint.ts'
import type { FormValues } from '../forms/check-values.ts'
import { useDescribedForm } from '../forms/use-described-form.ts'
import { type FormTexts, useFormTexts } from '../forms/use-form-texts.ts'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { ModalLink, useModal } from './use-modal.tsx'
import { fieldsOf, SignInForm, textsOf } from './sign-in/sign-in-form.tsx'
import { SignLoading } from './sign-in/sign-loading.tsx'
import { SignSplit } from './sign-in/sign-split.tsx'
import { type SignContent, useSignContent } from './sign-in/use-sign-content.ts'
import { type LoginKind, loginKindsOf } from './sign-in/login-kinds.ts'

type SignInProps = {
  content: SignContent
  loginKinds: LoginKind[]
  loginKind: LoginKind
  onLoginKind: (loginKind: LoginKind) => void
  passkey: ReactNode
  children: ReactNode
}

/** `children` is the form of the selected method, `passkey` the passkey button. */
export function SignIn({ content, loginKinds, loginKind, onLoginKind, passkey, children }: SignInProps) {
  const t = useLabels('identity')
  return (
    <SignSplit promo={content.promo}>
      <ModalTitle>{t('signIn')}</ModalTitle>
      <ModalBody>
        <EndedNotice />
        <SocialNotice />
        <LoginKindTabs loginKinds={loginKinds} loginKind={loginKind} onLoginKind={onLoginKind} label={t('signInWay')}>
          {children}
        </LoginKindTabs>
        {passkey}
        <SocialButtons />
        <footer>
          {t('noAccount')}{' '}
          <ModalLink modal="sign-up" instead="sign-in">
            {t('signUp')}
          </ModalLink>
        </footer>
      </ModalBody>
    </SignSplit>
  )
}

/** Shows why the session has ended, for example by a self-exclusion on another device. */
function EndedNotice() {
  const texts = whyEnded()
  return texts && <SocialNoticeBox description={texts} />
}

/** Shows tabs if there are several methods, otherwise the single form. */
export function LoginKindTabs({
  loginKinds,
  loginKind,
  onLoginKind,
  label,
  children,
}: Omit<SignInProps, 'content' | 'passkey'> & { label: string }) {
  const t = useLabels('identity')
  if (loginKinds.length < 2) return children
  const names = { email: t('byEmail'), phone: t('byPhone') }
  return (
    <Tabs
      tabs={loginKinds.map((value) => ({ value, label: names[value] }))}
      value={loginKind}
      onChange={onLoginKind}
      label={label}
    >
      <div data-way={loginKind}>{children}</div>
    </Tabs>
  )
}

function SignInModal() {
  const texts = useFormTexts()
  const content = useSignContent('sign-in')
  const t = useLabels('identity')
  return texts && content ? (
    <LoadedForm texts={texts} content={content} />
  ) : (
    <SignLoading title={t('signIn')} fields={2} />
  )
}

type LoadedFormProps = { texts: FormTexts; content: SignContent }
type Credentials = { login: string; password: string; fingerprint: string | null }
function LoadedForm({ texts, content }: LoadedFormProps) {
  const loginKinds = loginKindsOf(content.display)
  const [loginKind, setLoginKind] = useState(loginKinds[0]!)
  const { enter, send, secondFactor } = useSignIn()
  if (secondFactor)
    return (
      <SignSplit promo={content.promo}>
        <SecondFactorStep onCode={secondFactor.sendCode} onBack={secondFactor.back} />
      </SignSplit>
    )
  return (
    <SignIn
      content={content}
      loginKinds={loginKinds}
      loginKind={loginKind}
      onLoginKind={setLoginKind}
      passkey={<PasskeySignIn onToken={enter} onBlocked={() => showBlocked(content)} />}
    >
      <ConnectedForm key={loginKind} loginKind={loginKind} texts={texts} content={content} onSend={send} />
    </SignIn>
  )
}

/** Signs in with credentials and, if the player has one, a second factor; the modal closes when it has succeeded. */
export function useSignIn() {
  const { close } = useModal()
  // Correct credentials, stored until the second factor is entered.
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const enter = (accessToken: string) => {
    close('sign-in')
    storeToken(accessToken)
  }
  const signIn = async (body: Credentials & { code?: string }) =>
    enter((await api('POST /api/player/sessions', { body })).accessToken)
  return {
    enter,
    send: (body: Credentials) =>
      signIn(body).catch((error: ApiError) => {
        if (error.name !== 'secondFactorRequired') throw error
        setCredentials(body)
      }),
    secondFactor: credentials && {
      sendCode: (code: string) => signIn({ ...credentials, code }),
      back: () => setCredentials(null),
    },
  }
}

/** The blocked-account message, as an alert and in the form. */
export function showBlocked({ alerts: { accountBlocked } }: SignContent): string | undefined {
  if (accountBlocked) showToast(accountBlocked)
  return accountBlocked?.title
}

type ConnectedFormProps = LoadedFormProps & { loginKind: LoginKind; onSend: (body: Credentials) => Promise<void> }
function ConnectedForm(props: ConnectedFormProps) {
  const { form, refusedLogin } = useSignInForm(props)
  return (
    <>
      <SignInForm loginKind={props.loginKind} form={form} />
      {refusedLogin && <RequestApproval email={refusedLogin} />}
    </>
  )
}

export function useSignInForm({ loginKind, texts, content, onSend }: ConnectedFormProps) {
  const t = useLabels('identity')
  const { open } = useModal()
  // The address of a sign-in that was refused after too many attempts by others. Its player can sign in by a mailed
  // link.
  const [refusedLogin, setRefusedLogin] = useState<string | null>(null)
  const send = async ({ login, password }: FormValues) => {
    const body = { login: String(login).trim(), password: String(password), fingerprint: await fingerprint() }
    try {
      await onSend(body)
    } catch (error) {
      setRefusedLogin(loginKind === 'email' && (error as ApiError).name === 'tooManyAttempts' ? body.login : null)
      throw error
    }
  }
  const explain = (error: ApiError) => {
    if (error.name === 'accountBlocked') return showBlocked(content) ?? error.message
    if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-in' })
    return error.status === HttpStatus.unauthorized ||
      error.status === HttpStatus.tooManyRequests ||
      error.status === HttpStatus.unprocessable
      ? error.message
      : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong')
  }
  const fieldTexts = useMemo(() => textsOf(loginKind, texts), [loginKind, texts])
  const form = useDescribedForm({ fields: fieldsOf(loginKind), texts: fieldTexts, defaults: empty, send, explain })
  return { form, refusedLogin }
}

function RequestApproval({ email }: { email: string }) {
  const t = useLabels('identity')
  const { open } = useModal()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const ask = async () => {
    setBusy(true)
    try {
      await api('POST /api/player/sessions/approval', { body: { email } })
      open('success', 'sign-in-approval-sent', { instead: 'sign-in' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(
        error.status === HttpStatus.tooManyRequests
          ? error.message
          : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong'),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button tone="quiet" icon="mail" isWide isBusy={isBusy} onClick={() => void ask()}>
        {t('requestApproval')}
      </Button>
      {fault && <p role="alert">{fault}</p>}
    </>
  )
}
const empty: FormValues = { login: '', password: '' }

export const modal: ModalModule = {
  View: SignInModal,
  labels: ['identity', 'social', 'security', 'fields'],
}
