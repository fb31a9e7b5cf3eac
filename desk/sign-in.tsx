import { useState } from 'react'
import type { DeskOperator } from '#contract/desk/session.ts'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input, PasswordInput } from '#web/design/field/field.tsx'
import { hasPasskeys } from '#web/device/passkey.ts'
import { call } from './api.ts'
import { Entrance } from './entrance.tsx'
import { label } from './labels.ts'
import { answerByPasskey } from './passkey.ts'
import { useCall } from './use-call.ts'

export function SignIn({ onSignedIn }: { onSignedIn: (operator: DeskOperator) => void }) {
  const [form, setForm] = useState({ name: '', password: '', code: '' })
  const { isBusy, error, run } = useCall()
  const set = (name: keyof typeof form) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setForm({ ...form, [name]: event.target.value })
  const submit = async () => {
    const operator = await run(() => call('POST /api/session', { body: form }))
    if (operator) onSignedIn(operator)
    // A code is accepted once.
    else setForm((current) => ({ ...current, code: '' }))
  }
  const enterByPasskey = async () => {
    const operator = await run(async () => {
      const { attempt, options } = await call('POST /api/session/passkey/options')
      return call('POST /api/session/passkey', { body: { attempt, assertion: await answerByPasskey(options) } })
    })
    if (operator) onSignedIn(operator)
  }
  return (
    <Entrance title={label('signIn')} hint={label('signInHint')} error={error} onSubmit={() => void submit()}>
      <Field
        label={label('name')}
        render={(control) => (
          <Input {...control} autoComplete="username" required value={form.name} onChange={set('name')} />
        )}
      />
      <Field
        label={label('password')}
        render={(control) => (
          <PasswordInput
            {...control}
            revealLabel={label('showPassword')}
            autoComplete="current-password"
            required
            value={form.password}
            onChange={set('password')}
          />
        )}
      />
      <CodeField value={form.code} onChange={set('code')} />
      <Button type="submit" tone="primary" isWide isBusy={isBusy}>
        {label('signIn')}
      </Button>
      {hasPasskeys() && (
        <Button icon="lock" isWide isBusy={isBusy} onClick={() => void enterByPasskey()}>
          {label('passkeySignIn')}
        </Button>
      )}
    </Entrance>
  )
}

type CodeFieldProps = { value: string; onChange: (event: React.ChangeEvent<HTMLInputElement>) => void }
export function CodeField({ value, onChange }: CodeFieldProps) {
  return (
    <Field
      label={label('code')}
      render={(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          value={value}
          onChange={onChange}
        />
      )}
    />
  )
}
