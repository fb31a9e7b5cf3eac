/** Where the player is signed in, and the way to end each of those sessions. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteReply } from '#contract/api.ts'
import { api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { When } from '../../design/when/when.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import styles from './profile.module.css'

const sessions = 'GET /api/player/sessions'
const firstPage = { query: { page: 1, perPage: 50 } }
type SessionRow = RouteReply<typeof sessions>['data'][number]

export const route = defineRoute({
  labels: ['profile'],
  queries: () => [query(sessions, firstPage)],
  meta: ({ t }) => ({ title: t('securityTitle'), noIndex: true }),
  View: Security,
})

function Security() {
  const t = useLabels('profile')
  const { data, isError, refetch } = useApi(sessions, firstPage)
  return (
    <Page title={t('securityTitle')} lead={t('securityLead')}>
      <Card title={t('sessions')}>
        {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={64} />}
        <ul className={styles.rows}>{data?.data.map((session) => <SessionLine key={session.id} session={session} />)}</ul>
      </Card>
    </Page>
  )
}

function SessionLine({ session }: { session: SessionRow }) {
  const t = useLabels('profile')
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const alert = useAlert()
  const close = async () => {
    setBusy(true)
    const isClosed = await api('PUT /api/player/sessions/{id}/close', { params: { id: session.id } }).then(() => true, () => false)
    void alert(isClosed ? 'profile' : 'common', isClosed ? 'sessionClosed' : 'somethingWrong')
    await client.invalidateQueries({ queryKey: [sessions] })
    setBusy(false)
  }
  return (
    <li className={styles.row}>
      <Icon name="screen" />
      <div className={styles.what}>
        <strong>{session.device}</strong>
        <p><bdi>{session.ip}</bdi>{session.country && ` · ${session.country}`}</p>
        <p>{t('lastUsed')} <When at={session.lastUsedAt} /></p>
      </div>
      {session.isCurrent ? <Badge tone="success">{t('thisDevice')}</Badge> : <Button size="s" isBusy={isBusy} onClick={() => void close()}>{t('endSession')}</Button>}
    </li>
  )
}
