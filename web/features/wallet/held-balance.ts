/**
 * The balance that is shown during a round. The ledger knows the result before the game has shown it, so the result is
 * held back until the game reports the end of the round, or reports nothing for 30 s. Other changes, such as a deposit,
 * are shown immediately. Balances are held on this page and in the player's other tabs, but never in the cashier.
 */
import { useState, useSyncExternalStore } from 'react'
import type { Account } from '#contract/wallet.ts'
import { onSessionChange } from '../../api/session.ts'

/** The figures of an account during a round, with only the stake subtracted. They replace those of the ledger. */
export type Hold = Pick<Account, 'currency' | 'roundsNet' | 'bonusBalance'> & { playId: string }

/** Creates the hold for a new round. Cash is staked before bonus money, as in the ledger. */
export function holdOf(shown: Account, { playId, stake }: { playId: string; stake: number }): Hold {
  const fromBonus = Math.min(shown.bonusBalance, Math.max(0, stake - (shown.balance - shown.bonusBalance)))
  return {
    playId,
    currency: shown.currency,
    roundsNet: shown.roundsNet - stake,
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

type Timed = Hold & { since: number; until: number }
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
    return this.#holds.length > 0
  }

  hold(hold: Hold): void {
    const now = this.#parts.now()
    this.#put([...this.#without(hold.playId), { ...hold, since: now, until: now + silenceMs }])
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

  release(playId: string): void {
    if (this.#holds.some((hold) => hold.playId === playId)) this.#put(this.#without(playId))
  }

  clear(): void {
    if (this.isHolding) this.#put([])
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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

/** Returns the value as of the last moment without a running round, because a newer one would reveal the result. */
export function useBetweenRounds<T>(value: T): T {
  const isHolding = useSyncExternalStore(
    (listener) => delayedBalances.listen(listener),
    () => delayedBalances.isHolding,
    () => false,
  )
  const [shown, setShown] = useState(value)
  if (isHolding || shown === value) return shown
  setShown(value)
  return value
}

/** Resolves when no round is running. Anything that would reveal a result must wait for it. */
export function afterRounds(): Promise<void> {
  if (!delayedBalances.isHolding) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = delayedBalances.listen(() => {
      if (delayedBalances.isHolding) return
      stop()
      resolve()
    })
  })
}

type RoundNote =
  | { playerId: string; type: 'hold'; hold: Hold }
  | { playerId: string; type: 'extend' | 'release'; playId: string }

/** The channel that announces rounds to the player's other tabs. Without it they show results early. */
const channel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rounds'))

/** A round as reported by the game. Its currency may differ from that of the currently active account. */
type StartedRound = { playId: string; currency: string; stake: number }
export type RoundAnnouncer = {
  begin(accounts: Account[], round: StartedRound): void
  extend(playId: string): void
  end(playId: string): void
  /** Ends all rounds when the game is closed, because nothing will report their end. */
  endAll(): void
}

/** Holds balances in this tab and the player's other tabs. `close` releases rounds that have not ended. */
export function followRounds(playerId: string): RoundAnnouncer & { close(): void } {
  const others = channel()
  const openRounds = new Set<string>()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  const post = (note: RoundNote) => others?.postMessage(note)
  if (others)
    others.onmessage = ({ data }: MessageEvent<RoundNote>) => {
      if (data?.playerId !== playerId) return
      if (data.type === 'hold') delayedBalances.hold(data.hold)
      else if (data.type === 'extend') delayedBalances.extend(data.playId)
      else delayedBalances.release(data.playId)
    }
  const end = (playId: string) => {
    openRounds.delete(playId)
    delayedBalances.release(playId)
    post({ playerId, type: 'release', playId })
  }
  const endAll = () => openRounds.forEach(end)
  return {
    begin(accounts, round) {
      const account = accounts.find(({ currency }) => currency === round.currency)
      if (!account) return
      const hold = holdOf(withHold(account, delayedBalances.of(round.currency)), round)
      openRounds.add(hold.playId)
      delayedBalances.hold(hold)
      post({ playerId, type: 'hold', hold })
    },
    extend(playId) {
      delayedBalances.extend(playId)
      post({ playerId, type: 'extend', playId })
    },
    end,
    endAll,
    close() {
      endAll()
      others?.close()
    },
  }
}
