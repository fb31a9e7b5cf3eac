/** Signed webhooks to the site: stored first, then sent until the site answers 2xx. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Faults } from './faults.ts'
import type { Notice, Store } from './state.ts'

export type Notices = {
  /** Stores a webhook and starts to send it. */
  add(type: string, data: Record<string, unknown>): void
  /** Sends everything that is due and resolves after the responses. */
  flush(): Promise<void>
  stop(): void
}

export type NoticeOptions = {
  store: Store
  faults: Faults
  secret: string
  signatureHeader: string
  callbackUrl: () => string
  /** Delay before the n-th retry; the last one repeats. */
  retryDelaysMs: number[]
  /** The time of a signature. */
  now: () => Date
}

/**
 * Returns `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The time is signed with the body, so neither can be
 * replayed separately.
 */
export function sign(secret: string, body: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`
}

export function createNotices(options: NoticeOptions): Notices {
  const { store, faults } = options
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const sending = new Map<string, Promise<void>>()

  function schedule(): void {
    if (isStopped) return
    if (timer) clearTimeout(timer)
    const next = Math.min(
      ...due(store, Number.POSITIVE_INFINITY)
        .filter((notice) => !sending.has(notice.id))
        .map((notice) => notice.nextAttemptAt),
    )
    if (Number.isFinite(next)) timer = setTimeout(() => void sendDue(Date.now()), Math.max(0, next - Date.now()))
  }

  async function sendDue(until: number): Promise<void> {
    if (faults.isLosing) return
    await Promise.all(
      inOrder(due(store, until), faults)
        .filter((notice) => !sending.has(notice.id))
        .map(sendOnce),
    )
    schedule()
  }

  function sendOnce(notice: Notice): Promise<void> {
    const sent = Promise.all(Array.from({ length: Math.max(1, faults.copies) }, () => deliver(options, notice.body)))
      .then((answers) => settleAttempt(options, notice, answers))
      .finally(() => sending.delete(notice.id))
    sending.set(notice.id, sent)
    return sent
  }

  schedule()
  return {
    add(type, data) {
      const id = randomUUID()
      const body = JSON.stringify({ id, type, createdAt: new Date().toISOString(), data })
      store.change((state) =>
        state.notices.push({
          id,
          type,
          body,
          attempts: 0,
          nextAttemptAt: Date.now() + faults.lateMs,
          deliveredAt: null,
          lastAnswer: null,
        }),
      )
      schedule()
    },
    async flush() {
      await sendDue(Number.POSITIVE_INFINITY)
      await Promise.all(sending.values())
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

const due = (store: Store, until: number): Notice[] =>
  store.state.notices.filter((notice) => notice.deliveredAt === null && notice.nextAttemptAt <= until)

/** Reordering delays a webhook until there is a second one, then sends the later one first. */
function inOrder(notices: Notice[], faults: Faults): Notice[] {
  if (!faults.isReordering) return notices
  return notices.length < 2 ? [] : notices.toReversed()
}

function settleAttempt({ store, retryDelaysMs }: NoticeOptions, notice: Notice, answers: string[]): void {
  store.change(() => {
    notice.attempts += 1
    notice.lastAnswer = answers.join(', ')
    if (answers.some((answer) => answer.startsWith('2'))) notice.deliveredAt = new Date().toISOString()
    else
      notice.nextAttemptAt = Date.now() + (retryDelaysMs[Math.min(notice.attempts, retryDelaysMs.length) - 1] ?? 60_000)
  })
}

async function deliver({ secret, signatureHeader, callbackUrl, now }: NoticeOptions, body: string): Promise<string> {
  try {
    const answer = await fetch(callbackUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: sign(secret, body, Math.floor(now().getTime() / 1000)),
      },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return (error as Error).name
  }
}
