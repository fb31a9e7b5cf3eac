/** Requests a password reset link. The response is the same for every address. */
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../api/client.ts'
import { Spinner } from '../design/spinner/spinner.tsx'
import styles from '../features/passwords/passwords.module.css'
import type { FormField as Field, FormValues } from '../forms/check-values.ts'
import { FormField } from '../forms/form-field.tsx'
import { SubmitBar } from '../forms/submit-bar.tsx'
import { type DescribedForm, useDescribedForm } from '../forms/use-described-form.ts'
import { type FormTexts, useFormTexts } from '../forms/use-form-texts.ts'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { ModalLink, useModal } from './use-modal.tsx'

const email: Field = { id: 'email', rules: { required: true, email: true } }
const fields = [email]
const empty: FormValues = { email: '' }

export function ForgotPass({ form }: { form: DescribedForm }) {
  const t = useLabels('passwords')
  return (
    <>
      <ModalTitle description={t('forgotLead')}>{t('forgotTitle')}</ModalTitle>
      <ModalBody>
        <form
          method="post"
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <FormField field={email} of={form} facts={{ autocomplete: 'username' }} />
          <SubmitBar of={form}>{t('forgotSend')}</SubmitBar>
        </form>
        <footer className={styles.foot}>
          <ModalLink modal="sign-in" instead="forgot-pass">
            {t('backToSignIn')}
          </ModalLink>{' '}
          <ModalLink modal="reset-pass" instead="forgot-pass">
            {t('haveLink')}
          </ModalLink>
        </footer>
      </ModalBody>
    </>
  )
}

function ForgotPassModal() {
  const t = useLabels('passwords')
  const texts = useFormTexts()
  return texts ? (
    <LoadedForm texts={texts} />
  ) : (
    <>
      <ModalTitle>{t('forgotTitle')}</ModalTitle>
      <ModalBody>
        <Spinner />
      </ModalBody>
    </>
  )
}

function LoadedForm({ texts }: { texts: FormTexts }) {
  const t = useLabels('passwords')
  const { open } = useModal()
  const send = async (values: FormValues) => {
    await api('POST /api/player/passwords/reset', { body: { email: String(values.email) } })
    open('success', 'password-reset-sent', { instead: 'forgot-pass' })
  }
  const explain = (error: ApiError) =>
    error.status === HttpStatus.tooManyRequests
      ? error.message
      : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong')
  return <ForgotPass form={useDescribedForm({ fields, texts, defaults: empty, send, explain })} />
}

export const modal: ModalModule = { View: ForgotPassModal, labels: ['passwords', 'fields'] }
