/** The view of the chat panel in all its states. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatAttachment, ChatMessage } from '#contract/chat.ts'
import { Button, IconButton } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { When } from '../../design/when/when.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import type { ChatSnapshot, Outgoing } from './chat-store.ts'
import styles from './chat.module.css'

export type ChatActions = {
  close(): void
  reload(): void
  loadEarlier(): void
  retry(id: string): void
  discard(id: string): void
  download(attachment: ChatAttachment): void
}
type ChatViewProps = {
  snapshot: ChatSnapshot
  actions: ChatActions
  isGuest: boolean
  /** A dialog over the page; otherwise docked beside it. */
  isDialog: boolean
  welcome: ReactNode
  composer: ReactNode
}

export const chatTitleId = 'chat-title'

export function ChatView({ snapshot, actions, isDialog, isGuest, welcome, composer }: ChatViewProps) {
  const t = useLabels('chat')
  const { phase, state, messages, outgoing, isOffline } = snapshot
  const isEmpty = messages.length === 0 && outgoing.length === 0
  return (
    <section
      className={styles.panel}
      data-dialog={isDialog || undefined}
      // An open modal does not hide live regions from screen readers, so a docked panel remains accessible.
      aria-live="off"
      role={isDialog ? 'dialog' : 'complementary'}
      aria-modal={isDialog || undefined}
      aria-labelledby={chatTitleId}
    >
      <header className={styles.header}>
        <h2 id={chatTitleId} tabIndex={-1}>
          {t('title')}
        </h2>
        <IconButton icon="close" label={t('close')} onClick={actions.close} />
      </header>
      {isOffline && phase === 'ready' && (
        <p className={styles.notice} role="status">
          {t('offline')}
        </p>
      )}
      {phase === 'connecting' && (
        <div className={styles.middle} role="status">
          <Spinner />
          <p>{t('connecting')}</p>
        </div>
      )}
      {phase === 'failed' && (
        <div className={styles.middle} role="alert">
          <p>{t('failed')}</p>
          <Button onClick={actions.reload}>{t('retry')}</Button>
        </div>
      )}
      {phase === 'ready' && (
        <>
          <MessageLog snapshot={snapshot} actions={actions}>
            {isEmpty && (
              <div className={styles.welcome}>
                <h3>{t('emptyTitle')}</h3>
                <p>{t(isGuest ? 'emptyTextGuest' : 'emptyText')}</p>
                {welcome}
              </div>
            )}
          </MessageLog>
          {state?.isClosed && outgoing.length === 0 && (
            <p className={styles.notice} role="status">
              {t('closed')}
            </p>
          )}
          {composer}
        </>
      )}
    </section>
  )
}

/** The maximum distance from the end, in px, at which the log scrolls to new messages. */
const followDistance = 80

function MessageLog({
  snapshot,
  actions,
  children,
}: {
  snapshot: ChatSnapshot
  actions: ChatActions
  children: ReactNode
}) {
  const t = useLabels('chat')
  const { messages, outgoing, state, hasEarlier, isTyping } = snapshot
  const log = useFollowedEnd(messages, outgoing.length)
  const lastOwn = messages.findLast(({ author }) => author === 'visitor')
  return (
    // In some browsers the keyboard scrolls only focusable elements.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={log} className={styles.scroll} tabIndex={0} role="region" aria-label={t('log')}>
      {children}
      {hasEarlier && (
        <Button size="s" tone="plain" onClick={actions.loadEarlier}>
          {t('earlier')}
        </Button>
      )}
      <div className={styles.log} role="log" aria-live="polite">
        <ol>
          {messages.map((message) => (
            <li key={message.id} className={styles.message} data-author={message.author}>
              <Bubble message={message} onDownload={actions.download} />
              <small>
                <When at={message.createdAt} form="short" />
                {message === lastOwn && ` ·\u00a0${t((state?.readBySupport ?? 0) >= message.number ? 'read' : 'sent')}`}
              </small>
            </li>
          ))}
          {outgoing.map((message) => (
            <li key={message.id} className={styles.message} data-author="visitor" data-state={message.state}>
              <Bubble message={message} onDownload={actions.download} />
              <Delivery message={message} isOffline={snapshot.isOffline} actions={actions} />
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.typing} role="status">
        {isTyping && t('typing')}
      </p>
    </div>
  )
}

/** Shows a message as plain text, so that markup is not interpreted. */
function Bubble({
  message,
  onDownload,
}: {
  message: Pick<ChatMessage, 'text' | 'attachments'> & { author?: string }
  onDownload: (attachment: ChatAttachment) => void
}) {
  const t = useLabels('chat')
  return (
    <div className={styles.bubble}>
      <span className={styles.hidden}>{t(message.author === 'support' ? 'support' : 'you')}: </span>
      {message.text && <p dir="auto">{message.text}</p>}
      {message.attachments.map((attachment) => (
        <button
          key={attachment.id}
          type="button"
          className={styles.file}
          aria-label={t('download', { name: attachment.name })}
          onClick={() => onDownload(attachment)}
        >
          <Icon name="document" size={16} />
          <bdi>{attachment.name}</bdi>
        </button>
      ))}
    </div>
  )
}

type DeliveryProps = { message: Outgoing; isOffline: boolean; actions: ChatActions }
function Delivery({ message: { id, state, fault }, isOffline, actions }: DeliveryProps) {
  const t = useLabels('chat')
  if (state !== 'failed') return <small>{t(isOffline ? 'waiting' : state)}</small>
  return (
    <small className={styles.fault} role="alert">
      {t('notSent')} {fault}{' '}
      <button type="button" onClick={() => actions.retry(id)}>
        {t('retry')}
      </button>{' '}
      <button type="button" onClick={() => actions.discard(id)}>
        {t('discard')}
      </button>
    </small>
  )
}

/** Scrolls to new messages, unless the visitor has scrolled up, and keeps the position when earlier ones load. */
function useFollowedEnd(messages: readonly ChatMessage[], sending: number) {
  const log = useRef<HTMLDivElement>(null)
  const last = useRef({ first: 0, height: 0, isAtEnd: true })
  useEffect(() => {
    const element = log.current
    if (!element) return
    const note = () => {
      last.current.isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < followDistance
    }
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const { first, height, isAtEnd } = last.current
    const now = messages[0]?.number ?? 0
    if (first > 0 && now < first) element.scrollTop += element.scrollHeight - height
    else if (isAtEnd || sending > 0) element.scrollTop = element.scrollHeight
    Object.assign(last.current, { first: now, height: element.scrollHeight })
  }, [messages, sending])
  return log
}

type WelcomeProps = {
  topics: ReadonlyArray<{ identity: string; title: string }>
  support: { hours?: string; answerTime?: string }
}
/** Shown before the first message: frequent questions, and when support is available. */
export function Welcome({ topics, support }: WelcomeProps) {
  const t = useLabels('chat')
  return (
    <>
      {topics.length > 0 && (
        <nav aria-label={t('topics')} className={styles.topics}>
          <h4>{t('topics')}</h4>
          <ul>
            {topics.slice(0, 4).map(({ identity, title }) => (
              <li key={identity}>
                <Link to={`/questions/${identity}`}>
                  {title}
                  <Icon name="chevron-right" size={16} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className={styles.hours}>
        {support.hours && <span>{t('hours', { hours: support.hours })}</span>}
        {/* Links that end in "/contact" open the chat, so this one has a hash. */}
        <Link to="/contact#main">{t('other')}</Link>
      </p>
    </>
  )
}
