/** Active sessions: device, place, last use; each can be closed, or all others. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteReply } from '#contract/api.ts'
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
import { usePlaceName } from './use-place-name.ts'

export const sessions = 'GET /api/player/sessions'
export const firstPage = { query: { page: 1, perPage: 50 } }
type SessionRow = RouteReply<typeof sessions>['data'][number]

const end = (id: string) => api('PUT /api/player/sessions/{id}/close', { params: { id } })

/** Pages until only this session remains; already closed ones are skipped. */
async function endOthers(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const { data } = await api(sessions, firstPage)
    const others = data.filter(({ isCurrent }) => !isCurrent)
    if (others.length === 0) return
    await Promise.all(
      others.map(({ id }) =>
        end(id).catch((error: { status: number }) => {
          if (error.status !== 404) throw error
        }),
      ),
    )
  }
}

export function Sessions() {
  const t = useLabels('security')
  const { data, isError, refetch } = useApi(sessions, firstPage)
  const { isBusy, run } = useEnding()
  const others = data?.data.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Card title={t('sessions')}>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={64} />}
      <ul className={profileStyles.rows}>
        {data?.data.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button isWide icon="log-out" isBusy={isBusy} onClick={() => run(endOthers, 'othersSignedOut')}>
          {t('endOthers')}
        </Button>
      )}
    </Card>
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
          {country && `${nameOf(country)} · `}
          <bdi>{ip}</bdi> · {t(`by_${method}`)}
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
