/** A free bet that a player holds, for tests of what it does. */
import type { KernelDeps } from '#server/deps.ts'
import { giveFreeBet, type GivenFreeBet } from '#server/sports/give-free-bet.ts'

export async function freeBetFor(deps: KernelDeps, playerId: string): Promise<GivenFreeBet> {
  const freeBet = { playerId, currency: 'EUR', definition: 'free-bet-5', promisedAt: deps.clock.now() }
  const given = await deps.db.transaction((tx) => giveFreeBet(tx, deps, freeBet))
  if (!given.ok) throw new Error(`the free bet was not given: ${given.refusal}`)
  return given.value
}
