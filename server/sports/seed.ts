/** Work for the desk of a demonstration: the sportsbook lists a bet that the site does not have. */
import type { BetsReply } from '#contract/sportsbook-protocol.ts'
import type { Deps } from '../deps.ts'

type Seeded = Pick<Deps, 'db' | 'clock' | 'partners'>

/** Adds nothing where there is any difference, or has been one. */
export async function seedSportsWork({ db, clock, partners: { sportsbook } }: Seeded): Promise<void> {
  if (!sportsbook) return
  const known = await db.kysely.selectFrom('sports.discrepancies').select('bet_id').limit(1).execute()
  if (known.length > 0) return
  const now = clock.now()
  const theirs: BetsReply['bets'][number] = {
    betId: 'demonstration',
    currency: 'EUR',
    stake: 2_000,
    openStake: 0,
    payout: 3_700,
    status: 'settled',
    sequence: 1,
    changedAt: now.toISOString(),
  }
  await db.kysely
    .insertInto('sports.discrepancies')
    .values({ sportsbook: sportsbook.slug, bet_id: theirs.betId, theirs: JSON.stringify(theirs), found_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
