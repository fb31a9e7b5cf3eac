/** Accepting an invitation. The token is behind the # of the address, which no server logs. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import type { DeskOperator } from '#contract/desk/session.ts'
import { Button } from '#web/design/button/button.tsx'
import { Field, PasswordInput } from '#web/design/field/field.tsx'
import { hasPasskeys } from '#web/device/passkey.ts'
import { call, Refused } from './api.ts'
import styles from './enrol.module.css'
import { Entrance } from './entrance.tsx'
import { label } from './labels.ts'
import { createPasskey } from './passkey.ts'
import { go } from './place.ts'
import { CodeField } from './sign-in.tsx'
import { useCall } from './use-call.ts'

export function Enrol({ onSignedIn }: { onSignedIn: (operator: DeskOperator) => void }) {
  const [token] = useState(() => location.hash.slice(1))
  const [form, setForm] = useState({ password: '', code: '' })
  const { isBusy, error, run } = useCall()
  const { data: invitation, error: ended } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/enrolment', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  })
  const set = (name: keyof typeof form) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setForm({ ...form, [name]: event.target.value })
  const enter = async (enrolment: () => Promise<DeskOperator>) => {
    const operator = await run(enrolment)
    if (!operator) return
    go('/')
    onSignedIn(operator)
  }
  const submit = () => enter(() => call('POST /api/enrolment/complete', { body: { token, ...form } }))
  const enrolByPasskey = () =>
    enter(async () => {
      const attestation = await createPasskey(await call('POST /api/enrolment/passkey/options', { body: { token } }))
      return call('POST /api/enrolment/passkey', { body: { token, name: label('passkeyFirst'), attestation } })
    })
  const fault = ended instanceof Refused && ended.refusal !== 'validation' ? ended.message : label('invitationMissing')
  if (!invitation)
    return (
      <Entrance title={label('enrol')} hint="" error={token === '' || ended ? fault : undefined} onSubmit={() => {}}>
        {null}
      </Entrance>
    )
  return (
    <Entrance
      title={label('enrol')}
      hint={label('enrolHint', { name: invitation.name })}
      error={error}
      onSubmit={() => void submit()}
    >
      <Field
        label={label('newPassword')}
        render={(control) => (
          <PasswordInput
            {...control}
            revealLabel={label('showPassword')}
            autoComplete="new-password"
            minLength={12}
            required
            value={form.password}
            onChange={set('password')}
          />
        )}
      />
      <div className={styles.authenticator}>
        <img src={pictureOf(invitation.uri)} alt={label('authenticatorPicture')} width={148} height={148} />
        <p>
          {label('authenticatorHint')}
          <span className={styles.key}>
            <span>{label('authenticatorKey')}</span> <code>{invitation.key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </span>
        </p>
      </div>
      <CodeField value={form.code} onChange={set('code')} />
      <Button type="submit" tone="primary" isWide isBusy={isBusy}>
        {label('finishEnrolment')}
      </Button>
      {hasPasskeys() && (
        <>
          <p>{label('enrolByPasskeyHint')}</p>
          <Button icon="lock" isWide isBusy={isBusy} onClick={() => void enrolByPasskey()}>
            {label('enrolByPasskey')}
          </Button>
        </>
      )}
    </Entrance>
  )
}

const pictureOf = (uri: string): string => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`
