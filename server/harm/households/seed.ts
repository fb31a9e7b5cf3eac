/** Work for the desk of a demonstration: two of its players share a device, and both had an offer for once. */
import { randomUUID } from 'node:crypto'
import type { KernelDeps } from '../../deps.ts'
import { findPlayerByEmail } from '../../identity/index.ts'

/** Of the players with these addresses, the first one had the offer later. Adds nothing to what was flagged before. */
export async function seedHousehold({ db, clock }: KernelDeps, emails: [string, string]): Promise<void> {
  const [later, earlier] = await Promise.all(emails.map((email) => findPlayerByEmail(db.kysely, email)))
  if (!later || !earlier) return
  await db.kysely
    .insertInto('bonuses.household_flags')
    .values({
      id: randomUUID(),
      player_id: later.id,
      other_player_id: earlier.id,
      matches: ['device'],
      flagged_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['player_id', 'other_player_id']).doNothing())
    .execute()
}
