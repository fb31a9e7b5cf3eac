/** The form to change the e-mail address, which requires a step-up and a confirmation by link. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../api/client.ts'
import { writeApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Field, Input } from '../../../design/field/field.tsx'
import { showToast } from '../../../design/toast/toast-store.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './info.module.css'

export function EmailChange({ onEnd }: { onEnd: () => void }) {
  const t = useLabels('profile')
  const client = useQueryClient()
  const { withStepUp } = useStepUp()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  const change = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const saved = await withStepUp(() => api('PUT /api/player/profile', { body: { email } }))
      writeApi(client, 'GET /api/player/profile', undefined, () => saved)
      if (saved.email)
        showToast({ type: 'success', title: t('emailChanged', { email: saved.email }), description: undefined })
      return onEnd()
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      if (fault.name !== 'stepUpRequired') setError(fault.fields.email?.[0] ?? t('saveFailed'))
    }
    setBusy(false)
  }
  return (
    <form className={styles.changing} method="post" noValidate onSubmit={(event) => void change(event)}>
      <Field
        label={t('newEmail')}
        hint={t('emailHint')}
        error={error ?? undefined}
        render={(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            ref={input}
            maxLength={254}
            value={email}
            onFocus={() => setError(null)}
            onChange={(event) => {
              setError(null)
              setEmail(event.target.value)
            }}
          />
        )}
      />
      <div className={styles.ways}>
        <Button type="submit" tone="primary" size="s" isBusy={isBusy} disabled={email.trim() === '' || error !== null}>
          {t('saveEmail')}
        </Button>
        <Button size="s" disabled={isBusy} onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
