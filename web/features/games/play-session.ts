/** Duration and net result of real play in this tab, by currency (player protection, line 16). */
import { useSyncExternalStore } from 'react'

export type PlaySession = { playerId: string; startedAt: number; net: Record<string, number> }
const key = 'playSession'
const listeners = new Set<() => void>()
let held: PlaySession | null | undefined

function read(): PlaySession | null {
  if (held !== undefined) return held
  try {
    held = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PlaySession | null
  } catch {
    held = null
  }
  return held ?? null
}

function write(session: PlaySession): void {
  held = session
  try {
    sessionStorage.setItem(key, JSON.stringify(session))
  } catch {
    // Without storage the session lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Starts when a real-money game opens; survives reloads and other games, and restarts for another player. */
export function beginPlaySession(playerId: string, now = Date.now()): void {
  const session = read()
  if (session?.playerId !== playerId) write({ playerId, startedAt: now, net: {} })
}

export function recordRound({ stake, payout, currency }: { stake: number; payout: number; currency: string }): void {
  const session = read()
  if (session) write({ ...session, net: { ...session.net, [currency]: (session.net[currency] ?? 0) + payout - stake } })
}

export function usePlaySession(): PlaySession | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => null,
  )
}
