/**
 * The balance that is shown while a round is being played. The ledger knows the result before the game has shown it, so the result of
 * rounds waits for the game: until it reports the end of the round, or has not reported anything for 30 s. Everything else, such as a
 * deposit, is shown at once. It is held on this page and on the game pages of other tabs, never in the cashier.
 */
import { useSyncExternalStore } from 'react'
import type { Account } from '#contract/wallet.ts'
import { onSessionChange } from '../../api/session.ts'

/** What a round has changed as far as its player may know: its stake. Replaces the account's own figures. */
export type Hold = Pick<Account, 'currency' | 'roundsNet' | 'bonusBalance'> & { playId: string }

/** The hold of a round that begins. Cash is staked first, as by the ledger. */
export function holdOf(shown: Account, { playId, stake }: { playId: string; stake: number }): Hold {
  const fromBonus = Math.min(shown.bonusBalance, Math.max(0, stake - (shown.balance - shown.bonusBalance)))
  return {
    playId,
    currency: shown.currency,
    roundsNet: shown.roundsNet - stake,
    bonusBalance: shown.bonusBalance - fromBonus,
  }
}

/** The account as it would be if its rounds had ended as shown. */
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

/** Longest time without a report from the game, and longest time in all, whatever the game reports. */
export const silenceMs = 30_000
export const longestMs = 5 * 60_000

type Timed = Hold & { since: number; until: number }
type Parts = { now(): number; later(run: () => void, ms: number): () => void }

export class HeldBalances {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  #holds: readonly Timed[] = []
  #cancel: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What is shown in this currency, or undefined where the ledger's figures are. The latest round decides. */
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

  /** The game has reported that the round continues. */
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

export const heldBalances = new HeldBalances({
  now: () => Date.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
})
// Another player's balance must never wait behind the round of the one before.
onSessionChange(({ reason }) => reason !== 'refreshed' && heldBalances.clear())

/** The account to show beside a game; elsewhere the ledger's figures are shown. */
export function useShownAccount<A extends Account | undefined>(account: A): A {
  const hold = useSyncExternalStore(
    (listener) => heldBalances.listen(listener),
    () => (account ? heldBalances.of(account.currency) : undefined),
    () => undefined,
  )
  return account && withHold(account, hold)
}

/** Resolves once no round is being played: anything that would reveal its result waits for it. */
export function afterRounds(): Promise<void> {
  if (!heldBalances.isHolding) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = heldBalances.listen(() => {
      if (heldBalances.isHolding) return
      stop()
      resolve()
    })
  })
}

type RoundNote =
  | { playerId: string; type: 'hold'; hold: Hold }
  | { playerId: string; type: 'extend' | 'release'; playId: string }

/** Rounds of this tab for the game pages of the player's other tabs. Without the channel those show results early. */
const channel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rounds'))

/** A round as its game reports it, which may be of another currency than the account that is active by now. */
type Begun = { playId: string; currency: string; stake: number }
export type RoundAnnouncer = {
  begin(accounts: Account[], round: Begun): void
  extend(playId: string): void
  end(playId: string): void
  /** The game was closed: nothing will report the end of its rounds. */
  endAll(): void
}

/** Holds here and on the player's other game pages; `close` releases what was begun and not ended. */
export function followRounds(playerId: string): RoundAnnouncer & { close(): void } {
  const others = channel()
  const own = new Set<string>()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  const post = (note: RoundNote) => others?.postMessage(note)
  if (others)
    others.onmessage = ({ data }: MessageEvent<RoundNote>) => {
      if (data?.playerId !== playerId) return
      if (data.type === 'hold') heldBalances.hold(data.hold)
      else if (data.type === 'extend') heldBalances.extend(data.playId)
      else heldBalances.release(data.playId)
    }
  const end = (playId: string) => {
    own.delete(playId)
    heldBalances.release(playId)
    post({ playerId, type: 'release', playId })
  }
  const endAll = () => own.forEach(end)
  return {
    begin(accounts, round) {
      const account = accounts.find(({ currency }) => currency === round.currency)
      if (!account) return
      const hold = holdOf(withHold(account, heldBalances.of(round.currency)), round)
      own.add(hold.playId)
      heldBalances.hold(hold)
      post({ playerId, type: 'hold', hold })
    },
    extend(playId) {
      heldBalances.extend(playId)
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
