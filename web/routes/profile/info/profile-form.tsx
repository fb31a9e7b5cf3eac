/** The profile form in sections, with fields described by the server and one save button. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { factsOf } from '#contract/fields/catalogue.ts'
import type { FieldDescriptor, Profile } from '#contract/identity.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { api } from '../../../api/client.ts'
import { writeApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { FormField } from '../../../forms/form-field.tsx'
import type { FormValues } from '../../../forms/check-values.ts'
import { type DescribedForm, useDescribedForm } from '../../../forms/use-described-form.ts'
import type { FormTexts } from '../../../forms/use-form-texts.ts'
import { useLabels } from '../../../render/labels.tsx'
import { bodyOf, fieldsBySection, valuesOf } from './profile-values.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'
import styles from './info.module.css'

type ProfileFormProps = { profile: Profile; fields: FieldDescriptor[]; texts: FormTexts }

export function ProfileForm({ profile, fields, texts }: ProfileFormProps) {
  const t = useLabels('profile')
  const client = useQueryClient()
  const alert = useAlert()
  const defaults = useMemo(() => valuesOf(profile, fields), [profile, fields])
  const save = async (values: FormValues) => {
    const saved = await api('PUT /api/player/profile', {
      body: bodyOf(values, described.form.formState.defaultValues as FormValues),
    })
    described.form.reset(valuesOf(saved, fields))
    writeApi(client, 'GET /api/player/profile', undefined, () => saved)
    void alert('profile', 'profileSaved')
  }
  const explain = ({ status, message }: { status: number; message: string }) =>
    status === HttpStatus.noAnswer || status >= HttpStatus.internalServerError ? t('saveFailed') : message
  const described = useDescribedForm({ fields, texts, defaults, send: save, explain, skipsFirstFocus: true })
  const { isDirty } = described.form.formState
  useUnsavedGuard(isDirty, t('leave'))
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        described.submit()
      }}
    >
      {fieldsBySection(fields).map((section) => (
        <Card key={section.title} title={t(section.title)}>
          {section.title === 'aboutYou' && <NameNote isFixed={section.fields.some(({ editable }) => !editable)} />}
          <SectionFields fields={section.fields} of={described} />
        </Card>
      ))}
      <SaveBar isDirty={isDirty} of={described} />
    </form>
  )
}

/** Checkboxes are grouped below the fields. */
function SectionFields({ fields, of }: { fields: FieldDescriptor[]; of: DescribedForm }) {
  const show = (field: FieldDescriptor) => <FormField key={field.id} field={field} of={of} />
  const boxes = fields.filter(({ id }) => factsOf(id).kind === 'checkbox')
  return (
    <>
      <div className={styles.fields}>{fields.filter((field) => !boxes.includes(field)).map(show)}</div>
      {boxes.length > 0 && <div className={styles.boxes}>{boxes.map(show)}</div>}
    </>
  )
}

function NameNote({ isFixed }: { isFixed: boolean }) {
  const t = useLabels('profile')
  return (
    <p className={styles.nameNote} data-fixed={isFixed || undefined}>
      <Icon name={isFixed ? 'check-circle' : 'info'} />
      {t(isFixed ? 'verified' : 'unverified')}
    </p>
  )
}

/** A sticky bar shown when there are unsaved changes. */
function SaveBar({ isDirty, of: { form, formError, isBusy, canSubmit } }: { isDirty: boolean; of: DescribedForm }) {
  const t = useLabels('profile')
  return (
    <div className={styles.bar} data-shown={isDirty || isBusy || undefined}>
      <p role="status" data-error={formError ? '' : undefined}>
        {isDirty ? (formError ?? t('unsaved')) : ''}
      </p>
      <div>
        <Button onClick={() => form.reset()} disabled={isBusy}>
          {t('discard')}
        </Button>
        <Button type="submit" tone="primary" isBusy={isBusy} disabled={!canSubmit}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
