/** The active sessions with device, place and last use. The player can close each, or all others. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteReply } from '#contract/api.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Failed } from '../../../design/empty/empty.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { When } from '../../../design/when/when.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import profileStyles from '../profile.module.css'
import styles from './security.module.css'
import { usePlaceName } from './use-place-name.ts'

export const sessions = 'GET /api/player/sessions'
const perPage = 10
export const firstPage = { query: { page: 1, perPage } }
const closingPage = { query: { page: 1, perPage: 50 } }
type SessionRow = RouteReply<typeof sessions>['data'][number]

const end = (id: string) => api('PUT /api/player/sessions/{id}/close', { params: { id } })

/** Closes other sessions page by page until only this one remains. */
async function endOthers(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const { data } = await api(sessions, closingPage)
    const others = data.filter(({ isCurrent }) => !isCurrent)
    if (others.length === 0) return
    await Promise.all(
      others.map(({ id }) =>
        end(id).catch((error: { status: number }) => {
          if (error.status !== HttpStatus.notFound) throw error
        }),
      ),
    )
  }
}

export function Sessions() {
  const t = useLabels('security')
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useApi(
    sessions,
    { query: { page, perPage } },
    { placeholderData: (previous) => previous },
  )
  const { isBusy, run } = useEnding()
  const last = Math.max(1, Math.ceil((data?.meta.total ?? 0) / perPage))
  // All sessions of the last page may have been closed.
  if (data && page > last) setPage(last)
  return (
    <Card title={t('sessions')}>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={64} />}
      <ul className={profileStyles.rows}>
        {data?.data.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {last > 1 && <Pager page={page} last={last} onPage={setPage} />}
      {data && data.meta.total > 1 && (
        <Button isWide icon="log-out" isBusy={isBusy} onClick={() => run(endOthers, 'othersSignedOut')}>
          {t('endOthers')}
        </Button>
      )}
    </Card>
  )
}

function Pager({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const t = useLabels('security')
  return (
    <nav className={styles.pager} aria-label={t('sessionPages')}>
      <Button size="s" icon="chevron-left" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('previousPage')}
      </Button>
      <span role="status">{t('pageOf', { page, last })}</span>
      <Button size="s" icon="chevron-right" disabled={page === last} onClick={() => onPage(page + 1)}>
        {t('nextPage')}
      </Button>
    </nav>
  )
}

function SessionLine({ session }: { session: SessionRow }) {
  const t = useLabels('security')
  const nameOf = usePlaceName()
  const { isBusy, run } = useEnding()
  const { id, device, ip, country, method, lastUsedAt, isCurrent } = session
  return (
    <li className={profileStyles.row}>
      <Icon name={/iPhone|Android/.test(device) ? 'phone' : 'screen'} />
      <div className={profileStyles.what}>
        <strong>
          <bdi>{device}</bdi>
        </strong>
        <p>
          {country && `${nameOf(country)} ·\u00a0`}
          <bdi>{ip}</bdi> ·&nbsp;{t(`by_${method}`)}
        </p>
        <p>
          {t('lastUsed')} <When at={lastUsedAt} />
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="success">{t('thisDevice')}</Badge>
      ) : (
        <Button
          size="s"
          aria-label={t('endSessionOf', { device })}
          isBusy={isBusy}
          onClick={() => run(() => end(id), 'sessionClosed')}
        >
          {t('endSession')}
        </Button>
      )}
    </li>
  )
}

function useEnding() {
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const alert = useAlert()
  const run = async (work: () => Promise<unknown>, success: string) => {
    setBusy(true)
    const isDone = await work().then(
      () => true,
      () => false,
    )
    void alert(isDone ? 'profile' : 'common', isDone ? success : 'somethingWrong')
    await invalidate(client, sessions)
    setBusy(false)
  }
  return { isBusy, run: (work: () => Promise<unknown>, success: string) => void run(work, success) }
}
