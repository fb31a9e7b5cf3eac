/** For whoever is not signed in: sign in, or ask for a link by mail. */
import { type FormEvent, useState } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Field, Input } from '../../design/field/field.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './complaints.module.css'

export function AskForLink({ isExpired }: { isExpired: boolean }) {
  const t = useLabels('complaints')
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setFault(undefined)
    try {
      await api('POST /api/support/complaints/link', { body: { email } })
      setState('sent')
    } catch (error) {
      setFault((error as ApiError).serverMessage ?? t('sendFailed'))
      setState('idle')
    }
  }
  return (
    <Card title={t('accessTitle')}>
      {isExpired && <p role="alert">{t('linkExpired')}</p>}
      <p>
        <ModalLink modal="sign-in">{t('signIn')}</ModalLink> {t('orLink')}
      </p>
      {state === 'sent' ? (
        <p role="status">{t('linkSent')}</p>
      ) : (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <Field
            label={t('email')}
            error={fault}
            render={(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                dir="ltr"
                required
                maxLength={254}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          />
          <p>
            <Button type="submit" tone="primary" icon="mail" isBusy={state === 'busy'}>
              {t('sendLink')}
            </Button>
          </p>
        </form>
      )}
    </Card>
  )
}
