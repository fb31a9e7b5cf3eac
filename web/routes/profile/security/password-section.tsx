/** The password: changed by the current one, or set by mail where there is none yet. */
import { useMemo, useState } from 'react'
import type { Profile } from '#contract/identity.ts'
import type { Rules } from '#contract/fields/rules.ts'
import { type ApiError, api } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import passwords from '../../../features/passwords/passwords.module.css'
import { usePasswordRules } from '../../../features/passwords/use-password-rules.ts'
import type { FormField as Field, FormValues } from '../../../forms/check-values.ts'
import { FormField } from '../../../forms/form-field.tsx'
import { SubmitBar } from '../../../forms/submit-bar.tsx'
import { useDescribedForm } from '../../../forms/use-described-form.ts'
import { type FormWords, useFormWords } from '../../../forms/use-words.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'

export function PasswordSection({ profile }: { profile: Profile | undefined }) {
  const t = useLabels('passwords')
  const alert = useAlert()
  const [isOpen, setOpen] = useState(false)
  if (!profile) return <Card title={t('changeTitle')}><Skeleton height={64} /></Card>
  if (!profile.hasPassword) return <SetPassword email={profile.email} />
  const done = () => {
    setOpen(false)
    void alert('profile', 'passwordChanged')
  }
  return (
    <Card title={t('changeTitle')}>
      <p className={styles.text}>{t('changeText')}</p>
      {isOpen
        ? <ChangePassword email={profile.email} onDone={done} onCancel={() => setOpen(false)} />
        : <div className={styles.actions}><Button icon="lock" onClick={() => setOpen(true)}>{t('changeOpen')}</Button></div>}
    </Card>
  )
}

function SetPassword({ email }: { email: string | null }) {
  const t = useLabels('passwords')
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const ask = async (to: string) => {
    setBusy(true)
    const isSent = await api('POST /api/player/passwords/reset', { body: { email: to } }).then(() => true, () => false)
    void alert(isSent ? 'profile' : 'common', isSent ? 'passwordResetSent' : 'somethingWrong')
    setBusy(false)
  }
  return (
    <Card title={t('changeTitle')}>
      <p className={styles.text}>{t(email ? 'setText' : 'setNoEmail')}</p>
      {email && <div className={styles.actions}><Button icon="mail" isBusy={isBusy} onClick={() => void ask(email)}>{t('setSend')}</Button></div>}
    </Card>
  )
}

type Change = { email: string | null; onDone: () => void; onCancel: () => void }
function ChangePassword(change: Change) {
  const words = useFormWords()
  const rules = usePasswordRules()
  return words && rules ? <Wired words={words} rules={rules} {...change} /> : <Skeleton height={240} />
}

const empty: FormValues = { currentPassword: '', newPassword: '', repeatNewPassword: '' }

function Wired({ words, rules, email, onDone, onCancel }: Change & { words: FormWords; rules: Rules }) {
  const t = useLabels('passwords')
  const fields = useMemo<Field[]>(() => [
    { id: 'currentPassword', rules: { required: true } }, { id: 'newPassword', rules }, { id: 'repeatNewPassword', rules: { required: true, sameAs: 'newPassword' } },
  ], [rules])
  const send = async ({ currentPassword, newPassword, repeatNewPassword }: FormValues) => {
    await api('PUT /api/player/passwords', { body: { currentPassword: String(currentPassword), newPassword: String(newPassword), repeatNewPassword: String(repeatNewPassword) } })
    onDone()
  }
  const explain = (error: ApiError) => (error.status === 429 ? error.message : t(error.status === 0 ? 'unreachable' : 'somethingWrong'))
  const form = useDescribedForm({ fields, words, defaults: empty, send, explain })
  return (
    <form method="post" noValidate className={passwords.form} onSubmit={(event) => { event.preventDefault(); form.submit() }}>
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" defaultValue={email ?? ''} readOnly hidden />
      {fields.map((field) => <FormField key={field.id} field={field} of={form} />)}
      <SubmitBar of={form}>{t('changeSave')}</SubmitBar>
      <Button tone="plain" onClick={onCancel}>{t('cancel')}</Button>
    </form>
  )
}
