/** The bell with the number of unread notifications; it opens the newest three. */
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { invalidate, useApi } from '../api/use-api.ts'
import { CountBadge } from '../design/badge/badge.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { When } from '../design/when/when.tsx'
import { MessageButton } from '../features/messages/message-button.tsx'
import { useLabels } from '../render/labels.tsx'
import { Link } from '../render/router.tsx'
import { Popover } from './popover.tsx'
import styles from './notifications-bell.module.css'

export const newestMessages = { query: { page: 1, perPage: 3 } }

export function NotificationsBell() {
  const t = useLabels('shell')
  const { data, refetch } = useApi('GET /api/notification/messenger/messages', newestMessages)
  const unread = data?.meta.totalUnread ?? 0
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        popoverTarget="notifications"
        aria-label={t('notifications', { count: unread })}
      >
        <Icon name="bell" />
        <span className={styles.count}>
          <CountBadge count={unread} />
        </span>
      </button>
      <Popover id="notifications" label={t('notificationsTitle')} onOpen={() => void refetch()}>
        <div className={styles.header}>
          <h2>{t('notificationsTitle')}</h2>
          {unread > 0 && <ReadAll />}
        </div>
        <Newest />
        <div className={styles.footer}>
          <Link to="/profile/notifications">{t('notificationsAll')}</Link>
        </div>
      </Popover>
    </>
  )
}

function Newest() {
  const t = useLabels('shell')
  const { data, isError } = useApi('GET /api/notification/messenger/messages', newestMessages)
  if (!data)
    return isError ? (
      <p className={styles.empty}>{t('notificationsFailed')}</p>
    ) : (
      <div className={styles.empty}>
        <Skeleton height={44} />
      </div>
    )
  if (data.data.length === 0) return <p className={styles.empty}>{t('notificationsEmpty')}</p>
  return (
    <ul className={styles.list}>
      {data.data.map((message) => (
        <li key={message.id} data-unread={message.readAt === null || undefined}>
          <strong dir="auto">{message.content.title}</strong>
          {message.content.description && <p dir="auto">{message.content.description}</p>}
          <small>
            <When at={message.createdAt} />
          </small>
          <div className={styles.action}>
            <MessageButton message={message} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function ReadAll() {
  const t = useLabels('shell')
  const client = useQueryClient()
  const readAll = async () => {
    await api('POST /api/notification/messenger/messages/read/all')
    await invalidate(client, 'GET /api/notification/messenger/messages')
  }
  return (
    <button type="button" className={styles.readAll} onClick={() => void readAll()}>
      {t('notificationsReadAll')}
    </button>
  )
}
