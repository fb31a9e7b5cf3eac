/** Moves money: named movements between addressed accounts, each posted once, whole or not at all. */
import type { Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { Database, Tx } from '../db/connect.ts'
import { houseAccounts } from './house-accounts.ts'
import { isFirstSeen, type Outcome, postBatch, postWithin } from './post.ts'
import { prepare } from './prepare.ts'
import { createQueue } from './queue.ts'

export type Movement = {
  /** The name of a declared kind (kinds.ts), whose sides every transfer keeps to. */
  kind: string
  /** Who asks, and under which key: a repeated pair is answered with the first answer. */
  actor: string
  idempotencyKey: string
  /** Digest of what was asked; the same key with another one is a conflict. */
  requestHash: string
  reference: { kind: 'invoice' | 'round' | 'bonus' | 'other'; id: string; label?: string }
  /**
   * May be empty: a win of nothing, a tombstone. A rollback's own are ignored: it returns exactly what its bet took. A bet
   * from cash takes bonus money where the cash does not reach, and its win comes back in the same parts.
   */
  transfers: Transfer[]
  /** Set for bet, win and rollback: keeps games.rounds. A rollback names its bet in `betTransactionId`. */
  round?: {
    id: string
    studio: string
    gameId: string
    playerId: string
    currency: string
    isFinished: boolean
    transactionId: string
    betTransactionId?: string
    /** How much of a stake counts towards a bonus, 0 to 100, by the game's weight; 100 where it is not given. The bonus's own terms may still keep it out. */
    wagerPercent?: number
    /** A win that brings its round above this many times its stake is refused. */
    highestMultiplier?: number
  }
  /** What a bet is judged by under the wallet's lock: required of every bet. `none` is for the ledger's own tests and benches. */
  gate?: BetGate | 'none'
  /** The moment by which the gate and free spins are judged; the clock's. */
  at?: Date
  /** What a deposit asks to be staked before money goes out again. */
  turnover?: Subunits
  /** Pushes beside the account's own, which every change of a player's balance makes by itself. */
  events?: Array<{ channel: string; event: string; payload: unknown; version: number }>
}
export type BetGate = {
  /** The session that plays: it must be open, and its player neither excluded nor closed. */
  sessionId: string
  /** Codes of countries from which this game is not played, comma-separated. */
  barredCountries: string
  /** Where the bet comes from, noted with the session; without it the country that the session was last seen in counts. */
  country?: string
  /** What the launch agreed on: `only` refuses the bet where no free spin is left, `none` never takes one; without it a fitting stake takes one. */
  freeSpins?: 'only' | 'none'
}
export type Transfer = { from: string; to: string; amount: Subunits }

export type Posting = {
  movementId: bigint
  /** True when this very movement was posted before; everything else is the first answer. */
  isReplay: boolean
  /** Address -> balance after, for the cash, bonus and held accounts of the wallet that was touched. */
  balances: Record<string, Subunits>
}
export type PostRefusal =
  | 'insufficientFunds'
  | 'idempotencyConflict'
  | 'betNotFound'
  | 'betRolledBack'
  | 'betAlreadyPaid'
  | 'roundClosed'
  | 'accountNotFound'
  | 'maxBetExceeded'
  /** The session behind a bet is over, or its player may not play at all. */
  | 'sessionClosed'
  | 'playerExcluded'
  | 'countryRestricted'
  | 'currencyNotOffered'
  /** Only bonus money would reach, and the bonus may not be staked at this game. */
  | 'gameExcluded'
  /** The bet was for a free spin, and none of its amount is left. */
  | 'freeSpinsEnded'
  | 'winTooLarge'
  | 'balanceTooLarge'
export type PostResult = Result<Posting, PostRefusal>

export type Ledger = {
  /** Posts in a transaction of its own, in one round trip, together with whatever else is waiting. */
  post(movement: Movement): Promise<PostResult>
  /**
   * A bet and the win of its round, in one transaction: the win is posted only where the bet is taken, or was taken before, and each
   * is answered as by `post`.
   */
  postRound(bet: Movement, win: Movement): Promise<[bet: PostResult, win: PostResult]>
  /** Posts inside the caller's transaction. */
  postIn(tx: Tx, movement: Movement): Promise<PostResult>
  /** Balance of one address; 0 where nothing was ever posted there. */
  balance(address: string): Promise<Subunits>
  /** Waits for everything that was handed in. */
  close(): Promise<void>
}

export type LedgerOptions = {
  db: Database
  /** Connections that post side by side; each carries everything that came while it was busy. */
  writers?: number
  maxBatch?: number
}

/** A wallet that some stuck transaction holds may not hold up everybody's money for long. */
const lockTimeoutMs = 1_000

export function createLedger({ db, writers = 2, maxBatch = 512 }: LedgerOptions): Ledger {
  // Its own connections: money never waits for a page that holds one, and their plans stay warm.
  const pool = db.openPool(writers, lockTimeoutMs)
  // One more, never held while waiting: a transaction that opens an account would wait for the pool that is full of such transactions.
  const opening = db.openPool(1)
  const accounts = houseAccounts(opening)
  const queue = createQueue({
    writers,
    maxBatch,
    async post(batch) {
      const settled = await postBatch(pool, batch)
      if (settled.some((each) => 'outcome' in each && isFirstSeen(each.outcome))) db.committed()
      return settled
    },
  })
  return {
    async post(movement) {
      return queue.add(prepare(movement, accounts.known(movement) ?? (await accounts.open(movement))))
    },
    async postRound(bet, win) {
      if (bet.kind !== 'bet' || win.kind !== 'win' || !isSameRound(bet, win)) throw new Error('not the win of that bet')
      // Waits for nothing where the accounts are known: movements join the queue in the order in which they are handed in.
      const ofBet = accounts.known(bet) ?? (await accounts.open(bet))
      const ofWin = accounts.known(win) ?? (await accounts.open(win))
      return queue.addPair(prepare(bet, ofBet), prepare(win, ofWin))
    },
    async postIn(tx, movement) {
      const item = prepare(movement, accounts.known(movement) ?? (await accounts.open(movement)))
      const [outcome] = (await postWithin(tx, [item])) as [Outcome]
      return outcome
    },
    async balance(address) {
      const { rows } = await db.pool.query<{ balance: bigint }>(
        'SELECT balance FROM ledger.balances WHERE address = $1',
        [address],
      )
      return (rows[0]?.balance ?? 0n) as Subunits
    },
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
