/** The contact form. The input is kept until the server has accepted it. */
import { type FormEvent, useState } from 'react'
import { communicationFields } from '#contract/fields/communication.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Field, Input, Textarea } from '../../design/field/field.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { checkValues } from '../../forms/check-values.ts'
import { type FormTexts, useFormTexts } from '../../forms/use-form-texts.ts'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import styles from './contact-form.module.css'

type Values = { email: string; message: string }
type Faults = Partial<Record<keyof Values, string>>

export function ContactForm() {
  const { isSignedIn } = useVisitor()
  const { data: profile } = useApi('GET /api/player/profile', undefined, { enabled: isSignedIn })
  const texts = useFormTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />
  // The key sets the player's address once it is loaded.
  return <Form key={profile?.email ?? ''} email={profile?.email ?? ''} texts={texts ?? noWords} onSent={setSentTo} />
}

const noWords: Pick<FormTexts, 'messages' | 'fields'> = { messages: {}, fields: {} }

type FormProps = { email: string; texts: Pick<FormTexts, 'messages' | 'fields'>; onSent: (email: string) => void }
function Form({ email, texts, onSent }: FormProps) {
  const t = useLabels('contact')
  const [values, setValues] = useState<Values>({ email, message: '' })
  const { faults, setFaults, fault, isBusy, send } = useSending(onSent)
  const change = (id: keyof Values) => (event: { target: { value: string } }) => {
    setValues((current) => ({ ...current, [id]: event.target.value }))
    setFaults((current) => ({ ...current, [id]: undefined }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkValues(communicationFields, values, texts) as Faults
    setFaults(found)
    const first = communicationFields.find(({ id }) => found[id])
    if (first) return (event.currentTarget.elements.namedItem(first.id) as HTMLElement).focus()
    void send(values)
  }
  const shared = (id: keyof Values) => ({
    name: id,
    value: values[id],
    placeholder: texts.fields[id]?.placeholder,
    onChange: change(id),
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {/* A player's address is known; if the server refuses it, it can be changed. */}
      {email !== '' && !faults.email ? (
        <p>
          {t('replyTo')} <bdi>{email}</bdi>
        </p>
      ) : (
        <Field
          label={texts.fields.email?.label ?? 'Email'}
          error={faults.email}
          isRequired
          render={(control) => (
            <Input
              {...control}
              {...shared('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={254}
            />
          )}
        />
      )}
      <Field
        label={texts.fields.message?.label ?? 'Message'}
        error={faults.message}
        isRequired
        render={(control) => <Textarea {...control} {...shared('message')} rows={6} maxLength={4000} dir="auto" />}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {t(fault)}
        </p>
      )}
      <Button type="submit" tone="primary" size="l" icon="mail" isWide isBusy={isBusy}>
        {t('send')}
      </Button>
    </form>
  )
}

function useSending(onSent: (email: string) => void) {
  const [faults, setFaults] = useState<Faults>({})
  const [fault, setFault] = useState<'tooMany' | 'unreachable' | 'failed' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (values: Values) => {
    setBusy(true)
    setFault(null)
    try {
      await api('POST /api/notification/communications', { body: values })
      onSent(values.email.trim())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const faultMessages = Object.entries(error.fields).map(([id, [message]]) => [id, message])
      setFaults(Object.fromEntries(faultMessages) as Faults)
      if (faultMessages.length === 0)
        setFault(
          error.status === HttpStatus.tooManyRequests
            ? 'tooMany'
            : error.status === HttpStatus.noAnswer
              ? 'unreachable'
              : 'failed',
        )
    } finally {
      setBusy(false)
    }
  }
  return { faults, setFaults, fault, isBusy, send }
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const t = useLabels('contact')
  return (
    <div className={styles.sent} role="status">
      <span className={styles.mark}>
        <Icon name="check" size={28} />
      </span>
      <h3>{t('sentTitle')}</h3>
      <p>
        {t('sentText')} <bdi>{to}</bdi>
      </p>
      <Button onClick={onAgain}>{t('another')}</Button>
    </div>
  )
}
