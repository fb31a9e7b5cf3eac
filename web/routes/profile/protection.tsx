/** Markers of harm found in the player's play, explained; each can be contested. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { HarmMarker } from '#contract/harm.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate, useApi } from '../../api/use-api.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Button, ButtonLink } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Field, Textarea } from '../../design/field/field.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { useDayText } from '../../features/limits/use-day-text.ts'
import { useOwnMoney } from '../../features/wallet/own-money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import styles from './protection.module.css'

const path = 'GET /api/player/harm-markers'

export const route = defineRoute({
  labels: ['protection'],
  queries: () => [query(path)],
  meta: ({ t }) => ({ title: t('title'), noIndex: true }),
  View: Protection,
})

function Protection() {
  const t = useLabels('protection')
  const { data, isError, refetch } = useApi(path, undefined, { refetchOnMount: 'always' })
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={160} radius="l" />}
      {data && (
        <div className={styles.list}>
          {data.arePromotionsBarred && <p className={styles.barred}>{t('barred')}</p>}
          {data.markers.length === 0 && (
            <Empty icon="shield" title={t('none')} as="h2">
              {t('noneText')}
            </Empty>
          )}
          {data.markers.map((marker) => (
            <MarkerCard key={marker.id} marker={marker} />
          ))}
          <p className={styles.links}>
            <ButtonLink to="/profile/limits">{t('toLimits')}</ButtonLink>
            <ButtonLink to="/safer-play">{t('toHelp')}</ButtonLink>
          </p>
        </div>
      )}
    </Page>
  )
}

export function MarkerCard({ marker }: { marker: HarmMarker }) {
  const t = useLabels('protection')
  const day = useDayText()
  const what = useMarkerText()(marker)
  const { state, contest, raisedAt, level } = marker
  return (
    <Card
      title={t(marker.indicator)}
      aside={
        <Badge tone={state === 'dismissed' || level === 'notice' ? 'neutral' : 'warning'}>{t(`state_${state}`)}</Badge>
      }
    >
      <p>{what}</p>
      <p className={styles.note}>{t('noticed', { at: day(raisedAt) })}</p>
      {contest && <p className={styles.note}>{t('contested', { text: contest.text })}</p>}
      {!contest && state !== 'dismissed' && <Contest id={marker.id} />}
    </Card>
  )
}

/** Returns a function that describes a marker in a sentence. */
function useMarkerText(): (marker: HarmMarker) => string {
  const t = useLabels('protection')
  const money = useOwnMoney()
  return ({ measure, counted, days }) => {
    if (measure === 'netDeposits') return t(measure, { amount: money(counted, 'EUR'), days })
    if (measure === 'tenMinutes') return t(measure, { hours: t('hours', { hours: Math.round(counted / 6) }), days })
    return t(measure, { counted, days })
  }
}

function Contest({ id }: { id: string }) {
  const t = useLabels('protection')
  const client = useQueryClient()
  const alert = useAlert()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const send = async (text: string) => {
    setBusy(true)
    try {
      await api('POST /api/player/harm-markers/{id}/contest', { params: { id }, body: { text } })
      await invalidate(client, path)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      const [message] = fault.fields?.text ?? []
      setError(message)
      if (!message) await alert('common', 'somethingWrong')
      if (fault.name === 'alreadyContested') await invalidate(client, path)
    } finally {
      setBusy(false)
    }
  }
  if (!isOpen)
    return (
      <Button size="s" onClick={() => setOpen(true)}>
        {t('contest')}
      </Button>
    )
  return (
    <form
      className={styles.contest}
      onSubmit={(event) => {
        event.preventDefault()
        void send(String(new FormData(event.currentTarget).get('text') ?? ''))
      }}
    >
      <Field
        label={t('contestLabel')}
        hint={t('contestHint')}
        error={error}
        isRequired
        render={(control) => <Textarea {...control} name="text" maxLength={1000} />}
      />
      <Button type="submit" tone="primary" size="s" isBusy={isBusy}>
        {t('contestSend')}
      </Button>
    </form>
  )
}
