/** Closes or blocks a player while another operation on the same player runs. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '#server/kernel/db/connect.ts'
import { lockPlayer } from '#server/identity/players/players.ts'
import { closeEverySession } from '#server/identity/sessions/sessions.ts'
import type { TestApp } from './app.ts'
import { countWaiting } from './lock-waits.ts'

type App = { deps: Pick<TestApp['deps'], 'db' | 'clock'>; db: { asOwner(sql: string): Promise<{ rows: unknown[] }> } }

/**
 * Starts the operation while the player is locked, waits until it waits for the lock, and bars the player. Resolves to
 * the operation's result.
 */
export function barredMeanwhile<T>(
  app: App,
  playerId: string,
  status: (typeof PlayerStatus)[keyof typeof PlayerStatus],
  begin: () => Promise<T>,
): Promise<T> {
  return changedMeanwhile(app, playerId, begin, async (tx) => {
    await sql`UPDATE identity.players SET status = ${status} WHERE id = ${playerId}`.execute(tx)
    await closeEverySession(tx, app.deps.clock.now(), playerId, 'blocked')
  })
}

/** Does the same with any change of the player. */
export async function changedMeanwhile<T>(
  { deps, db }: App,
  playerId: string,
  begin: () => Promise<T>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const { begun } = await deps.db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    const begun = begin()
    await expect.poll(() => countWaiting(db), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
    await change(tx)
    return { begun }
  })
  return begun
}
