/** The sign-in form for e-mail or phone, with the password. */
import type { FieldFacts } from '#contract/fields/catalogue.ts'
import type { FormField as Field } from '../../forms/check-values.ts'
import { FormField } from '../../forms/form-field.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import type { DescribedForm } from '../../forms/use-described-form.ts'
import type { FormTexts } from '../../forms/use-form-texts.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import type { LoginKind } from './login-kinds.ts'

const password: Field = { id: 'password', rules: { required: true } }
const fields: Record<LoginKind, Field[]> = {
  email: [{ id: 'login', rules: { required: true, email: true } }, password],
  phone: [{ id: 'login', rules: { required: true, phone: true } }, password],
}
const loginFacts: Record<LoginKind, Partial<FieldFacts>> = {
  email: { kind: 'email', autocomplete: 'username webauthn', inputMode: 'email', spellCheck: false, direction: 'ltr' },
  phone: { kind: 'phone', autocomplete: 'username', inputMode: 'tel', direction: 'ltr' },
}

export function fieldsOf(loginKind: LoginKind): Field[] {
  return fields[loginKind]
}

/** Returns the texts of the form; the login by phone uses the label of the phone field. */
export function textsOf(loginKind: LoginKind, texts: FormTexts): FormTexts {
  return loginKind === 'phone' && texts.fields.phone
    ? { ...texts, fields: { ...texts.fields, login: texts.fields.phone } }
    : texts
}

export function SignInForm({ loginKind, form }: { loginKind: LoginKind; form: DescribedForm }) {
  const t = useLabels('identity')
  const [login, secret] = fields[loginKind] as [Field, Field]
  const forgot = (
    <ModalLink modal="forgot-pass" instead="sign-in">
      {t('forgotPassword')}
    </ModalLink>
  )
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <FormField field={login} of={form} facts={loginFacts[loginKind]} />
      <FormField field={secret} of={form} facts={{ autocomplete: 'current-password' }} aside={forgot} />
      <SubmitBar of={form}>{t('signIn')}</SubmitBar>
    </form>
  )
}
