/** The sandbox's state, stored in one JSON file so that it survives a restart. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * In order: a card page in a window, a QR code, a page in a frame, a kiosk voucher, a delayed code, a deposit address.
 */
export type PaymentKind = 'card' | 'instant' | 'pix' | 'frame' | 'voucher' | 'later' | 'address'
export type Payment = {
  id: string
  /** The site's invoice id. There is one payment per reference, however often it is requested. */
  reference: string
  kind: PaymentKind
  status: 'open' | 'confirming' | 'succeeded' | 'failed'
  /** Decimal string, e.g. `50.00`; for an address the amount is known only after a transfer. */
  amount: string | null
  currency: string
  network: string | null
  address: string | null
  tag: string | null
  /** The tag of the transfer. */
  sentTag: string | null
  reason: string | null
  /** Instructions for the payer, created after the response to the site. */
  instruction: { qr?: string; message?: Record<string, string>; paymentCode?: string } | null
  successUrl: string | null
  errorUrl: string | null
  createdAt: string
  updatedAt: string
}

export type Payout = {
  id: string
  reference: string
  status: 'review' | 'sent' | 'succeeded' | 'failed' | 'cancelled'
  amount: string
  currency: string
  destination: Record<string, string>
  reason: string | null
  /** The number of times that money was sent; anything but 0 or 1 is a bug of the sandbox or its caller. */
  timesPaid: number
  createdAt: string
  updatedAt: string
}

export type Notice = {
  id: string
  type: string
  body: string
  attempts: number
  nextAttemptAt: number
  deliveredAt: string | null
  lastAnswer: string | null
}

export type Message = {
  /** The sender's id, so that a repeated message is stored once. */
  id: string
  channel: 'email' | 'sms'
  to: string
  replyTo?: string | undefined
  subject: string
  text: string
  html?: string | undefined
  at: string
}

export type Applicant = {
  id: string
  /** The site's id of the player. */
  externalUserId: string
  levelName: string
  reviewStatus: 'init' | 'pending' | 'completed'
  reviewResult: { reviewAnswer: string; reviewRejectType?: string; moderationComment?: string } | null
  reviewDate: string | null
  /** The result chosen for the pending check. */
  intended: 'approve' | 'retry' | 'reject' | null
  createdAt: string
}

export type State = {
  applicants: Record<string, Applicant>
  payments: Record<string, Payment>
  payouts: Record<string, Payout>
  notices: Notice[]
  messages: Message[]
}

export type Store = {
  readonly state: State
  /** Changes the state and saves it before returning. */
  change<T>(work: (state: State) => T): T
}

const maxNotices = 500
const maxMessages = 200

export function openStore(path: string | null): Store {
  const state = read(path)
  return {
    state,
    change(work) {
      const result = work(state)
      trim(state)
      write(path, state)
      return result
    },
  }
}

function trim(state: State): void {
  const delivered = state.notices.filter((notice) => notice.deliveredAt !== null)
  if (delivered.length > maxNotices) {
    const dropped = new Set(delivered.slice(0, delivered.length - maxNotices).map((notice) => notice.id))
    state.notices = state.notices.filter((notice) => !dropped.has(notice.id))
  }
  if (state.messages.length > maxMessages) state.messages = state.messages.slice(-maxMessages)
}

function read(path: string | null): State {
  const empty: State = { applicants: {}, payments: {}, payouts: {}, notices: [], messages: [] }
  if (path === null) return empty
  try {
    return { ...empty, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<State>) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw new Error(`The sandbox cannot read ${path}`, { cause: error })
  }
}

/** Writes a temporary file and renames it, so that a kill leaves the old file intact. */
function write(path: string | null, state: State): void {
  if (path === null) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
