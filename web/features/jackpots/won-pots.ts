/** Pots that the player has won and not dismissed yet, for the strip below a game. */
import { useSyncExternalStore } from 'react'
import type { ChannelEvents } from '#contract/channels.ts'

export type WonPot = ChannelEvents['game:bets']['game.jackpot.won']

let pots: readonly WonPot[] = []
const listeners = new Set<() => void>()

function put(next: readonly WonPot[]): void {
  pots = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // What was on screen when the game was left does not return with the next one.
    if (listeners.size === 0) pots = []
  }
}

export const wonPots = {
  /** Returns false where nothing shows it. A pot that a repeated push reports again is shown once. */
  show(won: WonPot): boolean {
    if (listeners.size === 0) return false
    if (!pots.some(({ roundId, level }) => roundId === won.roundId && level === won.level)) put([...pots, won])
    return true
  },
  dismiss: () => put([]),
}

export function useWonPots(): readonly WonPot[] {
  return useSyncExternalStore(
    listen,
    () => pots,
    () => pots,
  )
}
