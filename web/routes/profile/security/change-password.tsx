/** The password change form, shown on demand. */
import { useMemo } from 'react'
import type { Rules } from '#contract/fields/rules.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import passwords from '../../../features/passwords/passwords.module.css'
import { usePasswordRules } from '../../../features/passwords/use-password-rules.ts'
import type { FormField as Field, FormValues } from '../../../forms/check-values.ts'
import { FormField } from '../../../forms/form-field.tsx'
import { SubmitBar } from '../../../forms/submit-bar.tsx'
import { useDescribedForm } from '../../../forms/use-described-form.ts'
import { type FormTexts, useFormTexts } from '../../../forms/use-form-texts.ts'
import { useLabels } from '../../../render/labels.tsx'

type Change = { email: string | null; onDone: () => void; onCancel: () => void }
export default function ChangePassword(change: Change) {
  const texts = useFormTexts()
  const rules = usePasswordRules()
  return texts && rules ? <LoadedForm texts={texts} rules={rules} {...change} /> : <Skeleton height={240} />
}

const empty: FormValues = { currentPassword: '', newPassword: '', repeatNewPassword: '' }

function LoadedForm({ texts, rules, email, onDone, onCancel }: Change & { texts: FormTexts; rules: Rules }) {
  const t = useLabels('passwords')
  const fields = useMemo<Field[]>(
    () => [
      { id: 'currentPassword', rules: { required: true } },
      { id: 'newPassword', rules },
      { id: 'repeatNewPassword', rules: { required: true, sameAs: 'newPassword' } },
    ],
    [rules],
  )
  const send = async ({ currentPassword, newPassword, repeatNewPassword }: FormValues) => {
    await api('PUT /api/player/passwords', {
      body: {
        currentPassword: String(currentPassword),
        newPassword: String(newPassword),
        repeatNewPassword: String(repeatNewPassword),
      },
    })
    onDone()
  }
  const explain = (error: ApiError) =>
    error.status === HttpStatus.tooManyRequests
      ? error.message
      : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong')
  const form = useDescribedForm({ fields, texts, defaults: empty, send, explain })
  return (
    <form
      method="post"
      noValidate
      className={passwords.form}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {/* A password manager needs the account to which the password belongs. */}
      <input type="email" name="username" autoComplete="username" defaultValue={email ?? ''} readOnly hidden />
      {fields.map((field) => (
        <FormField key={field.id} field={field} of={form} />
      ))}
      <SubmitBar of={form}>{t('changeSave')}</SubmitBar>
      <Button tone="plain" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </form>
  )
}
