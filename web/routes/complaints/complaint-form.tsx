/** Files a complaint. The id is drawn once for each text, so that a repeated call stores one. */
import { type FormEvent, useRef, useState } from 'react'
import type { Complaint, ComplaintCategory } from '#contract/complaints.ts'
import { newUuid } from '#contract/new-uuid.ts'
import { type ApiError, api, type CallOptions } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { Field, Input, Select, Textarea } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './complaints.module.css'

const categories = ['payments', 'games', 'bonuses', 'account', 'protection', 'data', 'other'] as const
const subjects = ['payment', 'round', 'bet', 'entry'] as const
const maxLetters = 5000

type FormProps = { options: CallOptions; onFiled: (complaint: Complaint) => void }

export function ComplaintForm({ options, onFiled }: FormProps) {
  const t = useLabels('complaints')
  const id = useRef<string>(undefined)
  const [category, setCategory] = useState<ComplaintCategory | ''>('')
  const [kind, setKind] = useState<(typeof subjects)[number] | ''>('')
  const [reference, setReference] = useState('')
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (category === '') return
    setBusy(true)
    setFault(undefined)
    id.current ??= newUuid()
    const about = kind && reference.trim() ? { kind, id: reference.trim() } : null
    try {
      onFiled(await api('POST /api/support/complaints', { body: { id: id.current, category, about, text } }, options))
    } catch (error) {
      const { serverMessage, fields } = error as ApiError
      if (fields && Object.keys(fields).length > 0) id.current = undefined
      setFault(serverMessage ?? t('sendFailed'))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={styles.note}>{t('fileText')}</p>
      <Field
        label={t('category')}
        isRequired
        render={(control) => (
          <Select
            {...control}
            required
            value={category}
            onChange={(event) => setCategory(event.target.value as ComplaintCategory)}
          >
            <option value="">{t('choose')}</option>
            {categories.map((each) => (
              <option key={each} value={each}>
                {t(`category_${each}`)}
              </option>
            ))}
          </Select>
        )}
      />
      <Field
        label={t('about')}
        render={(control) => (
          <Select {...control} value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
            <option value="">{t('aboutNothing')}</option>
            {subjects.map((each) => (
              <option key={each} value={each}>
                {t(`about_${each}`)}
              </option>
            ))}
          </Select>
        )}
      />
      {kind && (
        <Field
          label={t('reference')}
          hint={t('referenceHint')}
          render={(control) => (
            <Input
              {...control}
              dir="ltr"
              maxLength={64}
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        />
      )}
      <Field
        label={t('text')}
        isRequired
        error={fault}
        render={(control) => (
          <Textarea
            {...control}
            rows={8}
            required
            maxLength={maxLetters}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      />
      <p>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {t('send')}
        </Button>
      </p>
    </form>
  )
}
