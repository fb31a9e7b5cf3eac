/**
 * The balance that is shown during a round. The ledger knows the result before the game has shown it, so the result is
 * held back until the game reports the end of the round, or reports nothing for 30 s. Other changes, such as a deposit,
 * are shown immediately. Balances are held on this page and in the player's other tabs, but never in the cashier.
 */
import { useSyncExternalStore } from 'react'
import type { Account } from '#contract/wallet.ts'
import { onSessionChange } from '../../api/session.ts'
import { runningRounds } from './running-rounds.ts'

/**
 * The figures of an account during a round, with only stake and side stake subtracted. They replace those of the ledger.
 * `netBefore` is `roundsNet` before the stake, less the side stake; it is absent if the stake was taken before the hold began.
 */
export type Hold = Pick<Account, 'currency' | 'roundsNet' | 'bonusBalance'> & {
  playId: string
  netBefore?: number | undefined
}

/**
 * Creates the hold for a new round. Cash is staked before bonus money, and `sideStake` only from cash that covers both,
 * as in the ledger.
 */
export function holdOf(shown: Account, { playId, stake, sideStake = 0 }: Omit<StartedRound, 'currency'>): Hold {
  const cash = shown.balance - shown.bonusBalance
  const fromBonus = Math.min(shown.bonusBalance, Math.max(0, stake - cash))
  const netBefore = shown.roundsNet - (stake > 0 && stake + sideStake <= cash ? sideStake : 0)
  return {
    playId,
    ...(stake > 0 && { netBefore }),
    currency: shown.currency,
    roundsNet: netBefore - stake,
    bonusBalance: shown.bonusBalance - fromBonus,
  }
}

/** Returns the account without the results that the game has not shown yet. */
export function withHold<A extends Account>(account: A, hold: Hold | undefined): A {
  if (!hold) return account
  const balance = Math.max(0, account.balance - account.roundsNet + hold.roundsNet)
  return {
    ...account,
    balance,
    roundsNet: hold.roundsNet,
    bonusBalance: Math.min(hold.bonusBalance, balance),
  }
}

/** The maximum time without a report from the game, and the maximum time in total. */
export const silenceMs = 30_000
export const longestMs = 5 * 60_000
/** How long the result that the game has shown replaces the ledger's figures, whose push may arrive after it. */
export const resultMs = 1_000

type Timed = Hold & { since: number; until: number; isShown?: boolean }
type Parts = { now(): number; later(run: () => void, ms: number): () => void }

export class DelayedBalances {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  #holds: readonly Timed[] = []
  #cancel: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns the latest hold in a currency, or undefined if the ledger's figures are shown. */
  of(currency: string): Hold | undefined {
    return this.#holds.findLast((hold) => hold.currency === currency)
  }

  get isHolding(): boolean {
    return this.#holds.some(({ isShown }) => !isShown)
  }

  /** Holds the figures of a new round, or again those of a round whose hold may have expired. */
  hold(hold: Hold): void {
    const now = this.#parts.now()
    const netBefore = hold.netBefore ?? this.#holdOf(hold.playId)?.netBefore
    // The new figures already contain the results that are shown.
    const others = this.#without(hold.playId).filter((each) => !each.isShown || each.currency !== hold.currency)
    this.#put([...others, { ...hold, netBefore, since: now, until: now + silenceMs }])
  }

  /** Extends a hold after the game has reported that the round continues. */
  extend(playId: string): void {
    const now = this.#parts.now()
    this.#put(
      this.#holds.map((hold) =>
        hold.playId === playId ? { ...hold, until: Math.min(now + silenceMs, hold.since + longestMs) } : hold,
      ),
    )
  }

  /** Ends the hold of a round. With `net`, its result is shown from now on. */
  release(playId: string, net?: number): void {
    const hold = this.#holdOf(playId)
    if (!hold) return
    const { netBefore } = hold
    if (net === undefined || netBefore === undefined) return this.#put(this.#without(playId))
    const shown = { ...hold, roundsNet: netBefore + net, until: this.#parts.now() + resultMs, isShown: true }
    this.#put(this.#holds.map((each) => (each === hold ? shown : each)))
  }

  clear(): void {
    if (this.#holds.length > 0) this.#put([])
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #holdOf(playId: string): Timed | undefined {
    return this.#holds.find((hold) => hold.playId === playId)
  }

  #without(playId: string): readonly Timed[] {
    return this.#holds.filter((hold) => hold.playId !== playId)
  }

  #put(holds: readonly Timed[]): void {
    this.#holds = holds
    this.#cancel?.()
    const next = Math.min(...holds.map(({ until }) => until))
    this.#cancel = holds.length > 0 ? this.#parts.later(() => this.#expire(), next - this.#parts.now()) : null
    for (const listener of this.#listeners) listener()
  }

  #expire(): void {
    const now = this.#parts.now()
    this.#put(this.#holds.filter(({ until }) => until > now))
  }
}

export const delayedBalances = new DelayedBalances({
  now: () => Date.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
})
delayedBalances.listen(() => runningRounds.set(delayedBalances.isHolding))
// A round of the previous player must not affect the balance of the next one.
onSessionChange(({ reason }) => reason !== 'refreshed' && delayedBalances.clear())

/** Returns the account to show next to a game. Elsewhere the ledger's figures are shown. */
export function useShownAccount<A extends Account | undefined>(account: A): A {
  const hold = useSyncExternalStore(
    (listener) => delayedBalances.listen(listener),
    () => (account ? delayedBalances.of(account.currency) : undefined),
    () => undefined,
  )
  return account && withHold(account, hold)
}

type RoundNote = { playerId: string; page: string } & (
  | { type: 'hold'; hold: Hold }
  | { type: 'extend'; playId: string }
  | { type: 'release'; playId: string; net?: number | undefined }
)

/** A channel also delivers to other listeners of the page that posts. */
const ownPage = Math.random().toString(36)

/** The channel that announces rounds to the player's other tabs. Without it they show results early. */
const channel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rounds'))

/** A round as reported by the game. Its currency may differ from that of the currently active account. */
type StartedRound = { playId: string; currency: string; stake: number; sideStake?: number }
export type RoundAnnouncer = {
  begin(accounts: Account[], round: StartedRound): void
  extend(playId: string): void
  /** With `net`, the result of the round is shown, also before the ledger's push has arrived. */
  end(playId: string, net?: number): void
  /** Ends all rounds when the game is closed, because nothing will report their end. */
  endAll(): void
}

/** Holds balances on this page while a game of this player runs in another tab, whatever this page shows. */
export function followOtherTabs(playerId: () => string | undefined): () => void {
  const others = channel()
  if (!others) return () => undefined
  others.onmessage = ({ data }: MessageEvent<RoundNote>) => {
    if (data?.page === ownPage || data?.playerId !== playerId()) return
    if (data.type === 'hold') delayedBalances.hold(data.hold)
    else if (data.type === 'extend') delayedBalances.extend(data.playId)
    else delayedBalances.release(data.playId, data.net)
  }
  return () => others.close()
}

/** Holds balances in this tab and the player's other tabs. `close` releases rounds that have not ended. */
export function announceRounds(playerId: string): RoundAnnouncer & { close(): void } {
  const others = channel()
  const openRounds = new Set<string>()
  const by = { playerId, page: ownPage }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  const post = (note: RoundNote) => others?.postMessage(note)
  const end = (playId: string, net?: number) => {
    openRounds.delete(playId)
    delayedBalances.release(playId, net)
    post({ ...by, type: 'release', playId, net })
  }
  const endAll = () => openRounds.forEach((playId) => end(playId))
  return {
    begin(accounts, round) {
      const account = accounts.find(({ currency }) => currency === round.currency)
      if (!account) return
      const hold = holdOf(withHold(account, delayedBalances.of(round.currency)), round)
      openRounds.add(hold.playId)
      delayedBalances.hold(hold)
      post({ ...by, type: 'hold', hold })
    },
    extend(playId) {
      delayedBalances.extend(playId)
      post({ ...by, type: 'extend', playId })
    },
    end,
    endAll,
    close() {
      endAll()
      others?.close()
    },
  }
}
