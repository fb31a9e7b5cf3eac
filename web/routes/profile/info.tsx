/** What the house knows of the player, and what of it they may change. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Profile } from '#contract/identity.ts'
import { api, type ApiError } from '../../api/client.ts'
import { useApi, writeApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Field, Input } from '../../design/field/field.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { defineRoute } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import styles from './profile.module.css'

export const route = defineRoute({
  labels: ['profile'],
  meta: ({ t }) => ({ title: t('infoTitle'), noIndex: true }),
  View: Info,
})

function Info() {
  const t = useLabels('profile')
  const { data: profile } = useApi('GET /api/player/profile')
  return (
    <Page title={t('infoTitle')} lead={t('infoLead')}>
      <div className={styles.columns}>
        <Card title={t('facts')}>{profile ? <Facts profile={profile} /> : <Skeleton height={160} />}</Card>
        <Card title={t('details')}>{profile ? <Details profile={profile} /> : <Skeleton height={240} />}</Card>
      </div>
    </Page>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const t = useLabels('profile')
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const facts = [
    ['shortId', profile.id.split('-')[0]!.toUpperCase()], ['email', profile.email ?? '—'], ['phone', profile.phone ?? '—'], ['country', countries.of(profile.country) ?? profile.country],
  ] as const
  return <dl className={styles.facts}>{facts.map(([label, value]) => <div key={label}><dt>{t(label)}</dt><dd><bdi>{value}</bdi></dd></div>)}</dl>
}

const editable = [['nickname', 'nickname'], ['firstName', 'given-name'], ['lastName', 'family-name']] as const

/** Field errors of the server stand at their fields and clear on focus; what was typed stays. */
function Details({ profile }: { profile: Profile }) {
  const t = useLabels('profile')
  const client = useQueryClient()
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string[]>>({})
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== '')) as Record<string, string>
    setBusy(true)
    try {
      const saved = await api('PUT /api/player/profile', { body: entered })
      writeApi(client, 'GET /api/player/profile', undefined, () => saved)
      void alert('profile', 'profileSaved')
    } catch (caught) {
      const { fields } = caught as ApiError
      setFaults(fields)
      if (Object.keys(fields).length === 0) void alert('common', 'somethingWrong')
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      {editable.map(([name, autoComplete]) => (
        <Field
          key={name} label={t(name)} error={faults[name]?.[0]}
          render={(control) => <Input {...control} name={name} autoComplete={autoComplete} maxLength={64} defaultValue={profile[name] ?? ''} onFocus={() => setFaults((held) => ({ ...held, [name]: [] }))} />}
        />
      ))}
      <Button type="submit" tone="primary" isBusy={isBusy}>{t('save')}</Button>
    </form>
  )
}
