/** Moves money: named movements between addressed accounts, each posted exactly once, completely or not at all. */
import type { Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { RefusalOfPlay } from '#contract/refusals-of-play.ts'
import type { Database, Tx } from '../kernel/db/connect.ts'
import { isOutage } from '../kernel/http/errors.ts'
import { houseAccounts } from './house-accounts.ts'
import { isFirstSeen, type Outcome, postBatch, postWithin } from './post.ts'
import { type Item, prepare } from './prepare.ts'
import { createQueue } from './queue.ts'

export type Movement = {
  /** The name of a declared kind (kinds.ts); every transfer must match its sides. */
  kind: string
  /** The caller and its key: a repeated pair gets the first answer. */
  actor: string
  idempotencyKey: string
  /** Digest of the request; the same key with another digest is a conflict. */
  requestHash: string
  reference: { kind: 'invoice' | 'round' | 'bet' | 'bonus' | 'jackpot' | 'other'; id: string; label?: string }
  /**
   * May be empty: a zero win, a tombstone. Those of a rollback are ignored: it returns exactly what its bet took. A
   * bet from cash takes bonus money when the cash is insufficient, and its win is returned in the same split.
   */
  transfers: Transfer[]
  /** Set for bet, win and rollback: updates games.rounds. A rollback names its bet in `betTransactionId`. */
  round?: {
    id: string
    studio: string
    gameId: string
    playerId: string
    currency: string
    isFinished: boolean
    transactionId: string
    betTransactionId?: string
    /** How much of a stake counts towards a bonus follows from the bonus's terms for the game or its kind. */
    gameKind?: string
    /** A win that takes its round above this multiple of its stake, of at most two decimals, is refused. */
    highestMultiplier?: number
  }
  /** The wallet that a movement concerns, where none of its transfers and no round names it. */
  wallet?: { playerId: string; currency: string }
  /** Of a returned stake: the idempotency key that took it, by the same actor. */
  returns?: string
  /**
   * The conditions checked under the wallet's lock; required for every bet. `none` is for the ledger's own tests and
   * benches.
   */
  gate?: BetGate | 'none'
  /** The time at which the gate and free spins are evaluated, from the clock. */
  at?: Date
  /** The turnover that a deposit requires before a withdrawal. */
  turnover?: Subunits
  /** Pushes in addition to the account's own, which every balance change sends. */
  events?: Array<{ channel: string; event: string; payload: unknown; version: number }>
}
/** `only` refuses the bet if no free spin is left, `only:<id>` if none of these; `none` never uses one. */
export type SpinRule = 'only' | `only:${string}` | 'none'
export type BetGate = {
  /** The playing session: it must be open, and its player neither excluded nor closed. */
  sessionId: string
  /** Country codes from which this game may not be played, comma-separated. */
  barredCountries: string
  /** The country of the bet, stored with the session; if absent, the session's last country is checked. */
  country?: string
  /** If absent, a matching stake uses a free spin. */
  freeSpins?: SpinRule
  /** JSON: country of the player -> what its law says of the bet (11-bet-gates.sql); absent if no law says anything. */
  stakeCaps?: string
  /** Where the stake buys no ticket of a jackpot, as `barredFromJackpots` (server/kernel/policy.ts) writes it. */
  ticketsBarredIn?: string
  /** What an operator may have switched off: the names of the game and its studios, or of the sportsbook. */
  switches?: readonly string[]
}
export type Transfer = { from: string; to: string; amount: Subunits }

export type Posting = {
  movementId: bigint
  /** True if this movement was posted before; everything else is the first answer. */
  isReplay: boolean
  /** Of the movement's wallet, after it; null without one. */
  balances: { cash: Subunits; bonus: Subunits; held: Subunits } | null
}
export type PostResult = Result<Posting, RefusalOfPlay>

export type Ledger = {
  /** Posts in its own transaction, in one round trip together with other waiting movements. */
  post(movement: Movement): Promise<PostResult>
  /**
   * A bet and the win of its round in one transaction: the win is posted only if the bet is accepted or was accepted
   * before. Each answer is that of `post`.
   */
  postRound(bet: Movement, win: Movement): Promise<[bet: PostResult, win: PostResult]>
  /** Posts inside the caller's transaction. */
  postIn(tx: Tx, movement: Movement): Promise<PostResult>
  /** Several inside the caller's transaction, in one round trip and in this order; no two of one round. */
  postAllIn(tx: Tx, movements: Movement[]): Promise<PostResult[]>
  /** Balance of one address; 0 if nothing was ever posted there. */
  balance(address: string): Promise<Subunits>
  /** True while posting in this process has been at its limit for about a second: whatever can wait should. */
  isSaturated(): boolean
  /** Resolves when everything submitted has been posted. */
  close(): Promise<void>
}

export type LedgerOptions = {
  db: Database
  /** Connections that post in parallel; each takes everything that arrived while it was busy. */
  writers?: number
  maxBatch?: number
}

/** A wallet locked by a stuck transaction must not delay other players for long. */
const lockTimeoutMs = 1_000

export function createLedger({ db, writers = 2, maxBatch = 512 }: LedgerOptions): Ledger {
  // Dedicated connections: posting never waits for a page's connection, and their plans stay cached.
  const pool = db.openPool(writers, { lockTimeoutMs })
  // One more, never held while waiting: a transaction that opens an account would otherwise wait for a pool full of
  // such transactions.
  const opening = db.openPool(1)
  const accounts = houseAccounts(opening)
  pool.on('error', accounts.forget)
  const queue = createQueue({
    writers,
    maxBatch,
    async post(batch) {
      const settled = await postBatch(pool, batch)
      if (settled.some((each) => 'error' in each && isOutage(each.error))) accounts.forget()
      if (settled.some((each) => 'outcome' in each && isFirstSeen(each.outcome))) db.committed()
      return settled
    },
  })
  async function postAllIn(tx: Tx, movements: Movement[]): Promise<Outcome[]> {
    const items: Item[] = []
    for (const movement of movements)
      items.push(prepare(movement, accounts.known(movement) ?? (await accounts.open(movement))))
    return items.length === 0 ? [] : postWithin(tx, items)
  }
  return {
    async post(movement) {
      return queue.add(prepare(movement, accounts.known(movement) ?? (await accounts.open(movement))))
    },
    async postRound(bet, win) {
      if (bet.kind !== 'bet' || win.kind !== 'win' || !isSameRound(bet, win)) throw new Error('not the win of that bet')
      // Synchronous if the accounts are cached: movements join the queue in the order of the calls.
      const ofBet = accounts.known(bet) ?? (await accounts.open(bet))
      const ofWin = accounts.known(win) ?? (await accounts.open(win))
      return queue.addPair(prepare(bet, ofBet), prepare(win, ofWin))
    },
    async postIn(tx, movement) {
      const [outcome] = (await postAllIn(tx, [movement])) as [Outcome]
      return outcome
    },
    postAllIn,
    async balance(address) {
      const { rows } = await db.pool.query<{ balance: bigint }>(
        'SELECT balance FROM ledger.balances WHERE address = $1',
        [address],
      )
      return (rows[0]?.balance ?? 0n) as Subunits
    },
    isSaturated: queue.isSaturated,
    async close() {
      await queue.close()
      await Promise.all([pool.end(), opening.end()])
    },
  }
}

function isSameRound({ round: one }: Movement, { round: other }: Movement): boolean {
  return (
    one !== undefined &&
    one.id === other?.id &&
    one.studio === other.studio &&
    one.playerId === other.playerId &&
    one.currency === other.currency
  )
}
