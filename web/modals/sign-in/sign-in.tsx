/** Sign-in by e-mail: the form as a view, and the modal that wires it to the API. */
import { ApiError, api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { FormField } from '../../forms/form-field.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import type { FormField as Field, FormValues } from '../../forms/check-values.ts'
import { type DescribedForm, useDescribedForm } from '../../forms/use-described-form.ts'
import { type FormWords, useFormWords } from '../../forms/use-words.ts'
import { type ModalEntry, type ModalModule, modals } from '../../modals.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import { ModalLink, useModal } from '../use-modal.tsx'
import { SignSplit } from './sign-split.tsx'
import { type SignContent, useSignContent } from './use-sign-content.ts'

const fields: Field[] = [{ id: 'login', rules: { required: true, email: true } }, { id: 'password', rules: { required: true } }]
const empty: FormValues = { login: '', password: '' }
/** The modal comes with its capability; until then there is no button to it. */
const canReset = Boolean((modals['forgot-pass'] as ModalEntry).view)

export function SignIn({ form, content }: { form: DescribedForm; content: SignContent }) {
  const t = useLabels('identity')
  const [login, password] = fields as [Field, Field]
  const forgot = canReset && <ModalLink modal="forgot-pass" instead="sign-in">{t('forgotPassword')}</ModalLink>
  return (
    <SignSplit promo={content.promo}>
      <ModalTitle>{t('signIn')}</ModalTitle>
      <ModalBody>
        <form method="post" noValidate onSubmit={(event) => { event.preventDefault(); form.submit() }}>
          <FormField field={login} of={form} facts={{ kind: 'email', autocomplete: 'username', inputMode: 'email', spellCheck: false, direction: 'ltr' }} />
          <FormField field={password} of={form} facts={{ autocomplete: 'current-password' }} aside={forgot} />
          <SubmitBar of={form}>{t('signIn')}</SubmitBar>
        </form>
        <footer>{t('noAccount')} <ModalLink modal="sign-up" instead="sign-in">{t('signUp')}</ModalLink></footer>
      </ModalBody>
    </SignSplit>
  )
}

function SignInModal() {
  const words = useFormWords()
  const content = useSignContent('sign-in')
  return words && content ? <Wired words={words} content={content} /> : <Loading />
}

export function Loading() {
  const t = useLabels('identity')
  return <><ModalTitle>{t('loading')}</ModalTitle><ModalBody><Spinner /></ModalBody></>
}

function Wired({ words, content }: { words: FormWords; content: SignContent }) {
  const t = useLabels('identity')
  const { open, close } = useModal()
  const send = async ({ login, password }: FormValues) => {
    const body = { login: String(login).trim(), password: String(password), fingerprint: await fingerprint() }
    const { accessToken } = await api('POST /api/player/sessions', { body })
    close('sign-in')
    storeToken(accessToken)
  }
  const explain = (error: ApiError) => {
    const { accountBlocked } = content.alerts
    if (error.name === 'accountBlocked' && accountBlocked) showToast(accountBlocked)
    if (error.name === 'accountBlocked') return accountBlocked?.title ?? error.message
    if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-in' })
    return error.status === 401 || error.status === 429 || error.status === 422 ? error.message : t(error.status === 0 ? 'unreachable' : 'somethingWrong')
  }
  return <SignIn form={useDescribedForm({ fields, words, defaults: empty, send, explain })} content={content} />
}

export const modal: ModalModule = { View: SignInModal, labels: ['identity', 'fields'], width: 'wide' }
