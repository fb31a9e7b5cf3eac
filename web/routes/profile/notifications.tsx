/** The page of notifications, newest first. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { api } from '../../api/client.ts'
import { invalidate, useApi } from '../../api/use-api.ts'
import { Button, ButtonLink, IconButton } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { When } from '../../design/when/when.tsx'
import { MessageButton } from '../../features/messages/message-button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { optional } from '../../render/optional.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { useSearch } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import styles from './profile.module.css'

const messages = 'GET /api/notification/messenger/messages'
const perPage = 20
const DeviceNotifications = optional(() => import('../../features/push/device-notifications.tsx'))
const pageOf = (search: URLSearchParams) => ({
  query: { page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1), perPage },
})

export const route = defineRoute({
  labels: ['profile'],
  queries: ({ search }) => [query(messages, pageOf(search))],
  meta: ({ t }) => ({ title: t('notificationsTitle'), noIndex: true }),
  View: Notifications,
})

function Notifications() {
  const t = useLabels('profile')
  const request = pageOf(useSearch())
  const { data, isError, refetch } = useApi(messages, request)
  const { isBusy, change } = useChange()
  const unread = data?.meta.totalUnread ?? 0
  const aside = unread > 0 && (
    <Button
      size="s"
      icon="check"
      isBusy={isBusy}
      onClick={() => void change(() => api('POST /api/notification/messenger/messages/read/all'))}
    >
      {t('readAll')}
    </Button>
  )
  return (
    <Page title={t('notificationsTitle')} aside={aside}>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Card>
          <Skeleton height={200} />
        </Card>
      )}
      {data?.meta.total === 0 && (
        <Empty icon="bell" title={t('nothingNew')} action={<ButtonLink to="/">{t('toGames')}</ButtonLink>}>
          {t('nothingNewText')}
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <Card>
          <ul className={styles.rows}>
            {data.data.map((message) => (
              <Line key={message.id} message={message} />
            ))}
          </ul>
        </Card>
      )}
      {data && <Pages meta={data.meta} />}
      <ThisDevice />
    </Page>
  )
}

function Pages({ meta: { page, total } }: { meta: { page: number; total: number } }) {
  const t = useLabels('profile')
  const last = Math.ceil(total / perPage)
  // The last message of a page may have been deleted.
  if (last === 0 || (last === 1 && page === 1)) return null
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {page > 1 ? (
        <ButtonLink to={`/profile/notifications?page=${Math.min(page - 1, last)}`}>{t('newer')}</ButtonLink>
      ) : (
        <span />
      )}
      {page < last && <ButtonLink to={`/profile/notifications?page=${page + 1}`}>{t('older')}</ButtonLink>}
    </nav>
  )
}

/** Rendered after hydration, because only the browser knows the state of push notifications. */
function ThisDevice() {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    setMounted(true)
  }, [])
  return isMounted ? (
    <Suspense fallback={null}>
      <DeviceNotifications />
    </Suspense>
  ) : null
}

function Line({ message }: { message: Message }) {
  const t = useLabels('profile')
  const { isBusy, change } = useChange()
  const body = { messageIds: [message.id] }
  return (
    <li className={styles.row} data-unread={message.readAt === null || undefined}>
      <Icon name="bell" />
      <div className={styles.what}>
        <strong dir="auto">{message.content.title}</strong>
        {message.content.description && <p dir="auto">{message.content.description}</p>}
        <p>
          <When at={message.createdAt} />
        </p>
        <MessageButton message={message} />
      </div>
      {message.readAt === null && (
        <IconButton
          icon="check"
          label={t('markRead')}
          disabled={isBusy}
          onClick={() => void change(() => api('POST /api/notification/messenger/messages/read', { body }))}
        />
      )}
      <IconButton
        icon="trash"
        label={t('remove')}
        disabled={isBusy}
        onClick={() => void change(() => api('DELETE /api/notification/messenger/messages', { body }))}
      />
    </li>
  )
}

/** Runs a change and refetches all notification lists, including the bell's. */
function useChange() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work().catch(() => undefined)
    await invalidate(client, messages)
    setBusy(false)
  }
  return { isBusy, change }
}
