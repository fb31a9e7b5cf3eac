/**
 * The registration form from the server's descriptors: inputs, promo code behind its toggle, checkboxes, submit button.
 */
import { useState } from 'react'
import type { FieldDescriptor } from '#contract/identity.ts'
import { Button } from '../../design/button/button.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import type { DescribedForm } from '../../forms/use-described-form.ts'
import { useLabels } from '../../render/labels.tsx'
import type { LoginKind } from '../sign-in/login-kinds.ts'
import type { CaptchaNote } from './use-registration.ts'
import { groupFields } from './registration.ts'

type Props = { loginKind: LoginKind; form: DescribedForm; fields: FieldDescriptor[]; captchaNote: CaptchaNote }

export function SignUpForm({ loginKind, form, fields, captchaNote }: Props) {
  const t = useLabels('identity')
  const hasCode = Boolean(form.form.getValues('bonusCode'))
  const [isPromoOpen, setPromoOpen] = useState(hasCode)
  const { inputs, promo, boxes } = groupFields(fields)
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {inputs.map((field) => (
        <FormField key={field.id} field={field} of={form} />
      ))}
      {promo &&
        (isPromoOpen ? (
          <FormField field={promo} of={form} />
        ) : (
          <Button tone="plain" icon="plus" aria-expanded={false} onClick={() => setPromoOpen(true)}>
            {t('promoToggle')}
          </Button>
        ))}
      <div>
        {boxes.map((field) => (
          <FormField key={field.id} field={field} of={form} />
        ))}
      </div>
      {captchaNote && (
        <p role="note">
          <strong>{captchaNote.name}</strong> {captchaNote.text}
        </p>
      )}
      <SubmitBar of={form}>{t(loginKind === 'phone' ? 'sendCode' : 'register')}</SubmitBar>
    </form>
  )
}
