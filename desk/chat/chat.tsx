/** The chat: conversations, and the open one beside them. The list and the conversation look for news every few seconds. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DeskConversation, DeskMessage } from '#contract/desk/chat.ts'
import type { Claim } from '#contract/desk/queue.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import type { DeskOperator } from '#contract/desk/session.ts'
import { chatLimits } from '#contract/fields/chat-limits.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Textarea } from '#web/design/field/field.tsx'
import { Age } from '../age.tsx'
import { call, callForFile } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go, usePlace } from '../place.ts'
import { QueueHead } from '../queue/queue-head.tsx'
import { useClaim, useQueueState } from '../queue/use-queue.ts'
import { save } from '../save-file.ts'
import { useCall } from '../use-call.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import styles from './chat.module.css'

const refreshEveryMs = 4_000

export function Chat({ operator, params }: PageProps) {
  const { search } = usePlace()
  const query = useFilters()
  const openId = params['conversationId']
  const list = useQuery({
    queryKey: ['conversations', query],
    queryFn: () => call('GET /api/conversations', { query }),
    refetchInterval: refreshEveryMs,
  })
  const open = (id: string | undefined) => id && go(`/chat/${id}${search}`)
  const state = useQueueState('conversations')
  // A new message changes what an entry says, and not where it is, until the operator asks for new ones.
  const [order, setOrder] = useState<{ search: string; ids: string[] }>({ search, ids: [] })
  const all = list.data?.conversations ?? []
  const ids = order.search === search ? order.ids : []
  if (list.data && ids.length === 0 && all.length > 0) setOrder({ search, ids: all.map(({ id }) => id) })
  const shown = ids.flatMap((id) => all.filter((each) => each.id === id))
  const isQueue = !query['state'] && !query['assignedTo']
  const at = shown.findIndex(({ id }) => id === openId)
  useShortcuts({
    j: () => open(shown[at + 1]?.id),
    k: () => open(shown[at - 1]?.id),
    u: () => go(`/chat${search}`),
  })
  return (
    <>
      <h1>{label('chat')}</h1>
      <Filters
        filters={[
          { name: 'state', title: label('chat.open'), options: [{ value: 'closed', title: label('chat.closed') }] },
          {
            name: 'assignedTo',
            title: label('chat.ofAll'),
            options: [{ value: operator.name, title: label('chat.mine') }],
          },
        ]}
      />
      <div className={styles.panes} data-open={openId ? '' : undefined}>
        <div className={styles.list}>
          {isQueue && (
            <QueueHead
              state={state.data}
              shown={shown.map(({ id }) => id)}
              onShow={() => setOrder({ search, ids: [] })}
            />
          )}
          <Loaded query={list}>
            {({ next }) =>
              shown.length === 0 ? (
                <Empty icon="chat" title={label('chat.none')}>
                  {label('chat.noneHint')}
                </Empty>
              ) : (
                <>
                  <ul className={styles.conversations} aria-label={label('chat')}>
                    {shown.map((each) => (
                      <li key={each.id}>
                        <Entry
                          conversation={each}
                          claim={state.data?.claims.find(({ id }) => id === each.id)}
                          isOpen={each.id === openId}
                          search={search}
                        />
                      </li>
                    ))}
                  </ul>
                  <NextPage next={next} />
                </>
              )
            }
          </Loaded>
        </div>
        {openId ? (
          <Conversation key={openId} id={openId} operator={operator} back={`/chat${search}`} />
        ) : (
          <div className={styles.nothing}>
            <Empty icon="chat" title={label('chat.choose')}>
              {label('chat.keys')}
            </Empty>
          </div>
        )}
      </div>
    </>
  )
}

type EntryProps = { conversation: DeskConversation; claim: Claim | undefined; isOpen: boolean; search: string }

function Entry({ conversation, claim, isOpen, search }: EntryProps) {
  const { id, playerId, lastMessageAt, unread, isWaiting, assignedTo, excerpt } = conversation
  return (
    <a
      className={styles.entry}
      href={`/chat/${id}${search}`}
      onClick={follow}
      aria-current={isOpen ? 'true' : undefined}
      data-waiting={isWaiting || undefined}
    >
      <span className={styles.who}>
        {playerId ? label('chat.player', { id: playerId.slice(0, 8) }) : label('chat.guest')}
        {unread > 0 && <Badge tone="warning">{label('chat.unread', { count: unread })}</Badge>}
      </span>
      <Age at={lastMessageAt} />
      <span className={styles.excerpt}>{excerpt || label('chat.onlyFiles')}</span>
      <span className={styles.assigned}>
        {claim && !claim.isOwn
          ? label('queue.claimed', { name: claim.operator })
          : (assignedTo ?? label('chat.nobody'))}
      </span>
    </a>
  )
}

type ConversationProps = { id: string; operator: DeskOperator; back: string }

function Conversation({ id, operator, back }: ConversationProps) {
  const queries = useQueryClient()
  const key = ['conversation', id]
  const conversation = useQuery({
    queryKey: key,
    /** Adds what is new to what is shown, so that nothing is read twice. */
    queryFn: async () => {
      const before = queries.getQueryData<{ messages: DeskMessage[] }>(key)?.messages ?? []
      const after = before.at(-1)?.number
      const found = await call('GET /api/conversations/{conversationId}', {
        params: { conversationId: id },
        query: after ? { after } : {},
      })
      return { ...found, messages: [...before, ...found.messages] }
    },
    refetchInterval: refreshEveryMs,
    gcTime: 0,
  })
  const claim = useClaim('conversation', id, includesScope(operator.scopes, 'support:do'))
  const refresh = async () => {
    await conversation.refetch()
    await queries.invalidateQueries({ queryKey: ['conversations'] })
    await queries.invalidateQueries({ queryKey: ['queue', 'conversations'] })
  }
  return (
    <section className={styles.conversation} aria-label={label('chat.conversation')}>
      <Loaded query={conversation}>
        {(found) => (
          <>
            <Head
              conversation={found.conversation}
              messages={found.messages}
              operator={operator}
              claim={claim}
              back={back}
              onChange={refresh}
            />
            <Messages messages={found.messages} isVisitorTyping={found.isVisitorTyping} />
            {includesScope(operator.scopes, 'support:do') && (
              <Reply id={id} seen={found.messages.at(-1)?.number ?? 0} onChange={refresh} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

type HeadProps = {
  conversation: DeskConversation
  messages: DeskMessage[]
  operator: DeskOperator
  claim: Claim | undefined
  back: string
  onChange: () => Promise<void>
}

function Head({ conversation, messages, operator, claim, back, onChange }: HeadProps) {
  const { id: conversationId, playerId, locale, isClosed, assignedTo } = conversation
  const { isBusy, error, run } = useCall()
  const isMine = assignedTo === operator.name
  const mayAct = includesScope(operator.scopes, 'support:do')
  const assign = async (to: string | null) => {
    const params = { conversationId }
    await run(() =>
      call('PUT /api/conversations/{conversationId}/operator', { params, body: { operator: to, seen: assignedTo } }),
    )
    await onChange()
  }
  const close = async () => {
    const closed = await run(() =>
      call('POST /api/conversations/{conversationId}/close', {
        params: { conversationId },
        body: { seen: messages.at(-1)?.number ?? 0 },
      }),
    )
    await onChange()
    if (closed) go(back)
  }
  useShortcuts(mayAct ? { t: () => void assign(operator.name), e: () => void close() } : {})
  return (
    <header className={styles.head}>
      <p>
        {playerId ? (
          <a href={`/players/${playerId}`} onClick={follow}>
            {label('chat.player', { id: playerId.slice(0, 8) })}
          </a>
        ) : (
          label('chat.guest')
        )}
        {` · ${locale} · ${assignedTo ? label('chat.assignedTo', { name: assignedTo }) : label('chat.nobody')}`}
        {isClosed && ` · ${label('chat.isClosed')}`}
        <span role="status">{claim && !claim.isOwn && ` · ${label('queue.claimed', { name: claim.operator })}`}</span>
      </p>
      <p className={styles.buttons}>
        <Button className={styles.back} size="s" icon="arrow-left" onClick={() => go(back)}>
          {label('chat.back')}
        </Button>
        {mayAct && (
          <>
            <Button size="s" isBusy={isBusy} onClick={() => void assign(isMine ? null : operator.name)}>
              {label(isMine ? 'chat.release' : 'chat.takeOver')}
            </Button>
            {!isClosed && (
              <Button size="s" icon="check" isBusy={isBusy} onClick={() => void close()}>
                {label('chat.close')}
              </Button>
            )}
          </>
        )}
      </p>
      <p className={styles.error} role="alert">
        {error}
      </p>
    </header>
  )
}

function Messages({ messages, isVisitorTyping }: { messages: DeskMessage[]; isVisitorTyping: boolean }) {
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  // The newest message is in view when it arrives.
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight })
  }, [last])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.messages} ref={end} role="log" aria-label={label('chat.messages')} tabIndex={0}>
      {messages.map((message) => (
        <article key={message.id} className={styles.message} data-author={message.author}>
          <p className={styles.meta}>
            {message.operator ?? label('chat.visitor')}
            {' · '}
            <time dateTime={message.createdAt}>{formatMoment(message.createdAt)}</time>
            {!message.isReadByVisitor && ` · ${label('chat.notRead')}`}
          </p>
          <p className={styles.text} dir="auto">
            {message.text}
          </p>
          {message.attachments.map((file) => (
            <Button key={file.id} size="s" icon="download" onClick={() => void download(file)}>
              {file.name}
            </Button>
          ))}
        </article>
      ))}
      {isVisitorTyping && <p className={styles.meta}>{label('chat.isTyping')}</p>}
    </div>
  )
}

async function download(file: { id: string; name: string }): Promise<void> {
  const bytes = await callForFile('GET /api/attachments/{attachmentId}/file', { params: { attachmentId: file.id } })
  save(file, bytes)
}

function Reply({ id: conversationId, seen, onChange }: { id: string; seen: number; onChange: () => Promise<void> }) {
  const [text, setText] = useState('')
  // The same id until it is sent, so that a reply whose answer is lost is not stored twice.
  const [messageId, setMessageId] = useState(() => crypto.randomUUID())
  const typedAt = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, error, runOnce } = useCall()
  useShortcuts({ r: () => form.current!.querySelector('textarea')!.focus() })
  const send = async () => {
    if (isBusy || text.trim() === '') return
    const sent = await runOnce(() =>
      call('POST /api/conversations/{conversationId}/messages', {
        params: { conversationId },
        body: { id: messageId, text, seen },
      }),
    )
    if (sent) {
      setText('')
      setMessageId(crypto.randomUUID())
    }
    await onChange()
  }
  const write = (value: string) => {
    setText(value)
    if (Date.now() - typedAt.current < 3_000) return
    typedAt.current = Date.now()
    void call('POST /api/conversations/{conversationId}/typing', { params: { conversationId } }).catch(() => undefined)
  }
  return (
    <form
      ref={form}
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        rows={3}
        aria-label={label('chat.reply')}
        placeholder={label('chat.replyHint')}
        maxLength={chatLimits.maxLetters}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            event.currentTarget.form!.requestSubmit()
          }
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {label('chat.send')}
      </Button>
    </form>
  )
}
