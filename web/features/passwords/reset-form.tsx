/** The form for a new password after a reset link, used by page and modal. */
import { useMemo, useRef } from 'react'
import type { Rules } from '#contract/fields/rules.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../../api/client.ts'
import { accessToken } from '../../api/session.ts'
import { Spinner } from '../../design/spinner/spinner.tsx'
import type { FormField as Field, FormValues } from '../../forms/check-values.ts'
import { FormField } from '../../forms/form-field.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import { type DescribedForm, useDescribedForm } from '../../forms/use-described-form.ts'
import { type FormTexts, useFormTexts } from '../../forms/use-form-texts.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './passwords.module.css'
import { usePasswordRules } from './use-password-rules.ts'

type Outcome = {
  onDone: () => void
  /** Called if the code is invalid: used, expired or unknown. */ onInvalidCode: () => void
}

export function ResetForm({ code, ...outcome }: { code: string } & Outcome) {
  const texts = useFormTexts()
  const rules = usePasswordRules()
  return texts && rules ? <LoadedForm code={code} texts={texts} rules={rules} {...outcome} /> : <Spinner />
}

const empty: FormValues = { password: '', password_confirmation: '' }

function LoadedForm({
  code,
  texts,
  rules,
  onDone,
  onInvalidCode,
}: { code: string; texts: FormTexts; rules: Rules } & Outcome) {
  const t = useLabels('passwords')
  const fields = useMemo<Field[]>(
    () => [
      { id: 'password', rules },
      { id: 'password_confirmation', rules: { required: true, sameAs: 'password' } },
    ],
    [rules],
  )
  const send = async ({ password, password_confirmation }: FormValues) => {
    await api('POST /api/player/passwords/confirm', {
      body: { code, password: String(password), password_confirmation: String(password_confirmation) },
    })
    // The reset has closed all sessions of the player; this call's 401 removes the session in this browser.
    if (accessToken()) void api('GET /api/player/profile').catch(() => undefined)
    onDone()
  }
  // If the answer of an attempt was lost, the code may have been used successfully.
  const wasLost = useRef(false)
  const explain = (error: ApiError) => {
    if (error.status === HttpStatus.noAnswer) wasLost.current = true
    if (error.name === 'codeInvalid') {
      if (wasLost.current) return t('resetPerhapsDone')
      onInvalidCode()
    }
    return error.status === HttpStatus.tooManyRequests
      ? error.message
      : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong')
  }
  return <ResetFields form={useDescribedForm({ fields, texts, defaults: empty, send, explain })} fields={fields} />
}

function ResetFields({ form, fields }: { form: DescribedForm; fields: Field[] }) {
  const t = useLabels('passwords')
  return (
    <form
      method="post"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {fields.map((field) => (
        <FormField key={field.id} field={field} of={form} />
      ))}
      <SubmitBar of={form}>{t('resetSave')}</SubmitBar>
    </form>
  )
}
