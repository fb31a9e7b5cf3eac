/** Work for the desk of a demonstration: a partner's statement lists a payment that the books do not have. */
import type { Deps } from '../../deps.ts'

type Seeded = Pick<Deps, 'db' | 'clock' | 'partners'>

/** Before the days that the daily comparison reads again, which would resolve it. */
const ageMs = 10 * 24 * 3_600_000

/** Adds nothing where there is any difference, or has been one. */
export async function seedBooksWork({ db, clock, partners: { payments } }: Seeded): Promise<void> {
  const partner = payments[0]
  if (!partner) return
  const known = await db.kysely.selectFrom('payments.breaks').select('id').limit(1).execute()
  if (known.length > 0) return
  const now = clock.now()
  await db.kysely
    .insertInto('payments.breaks')
    .values({
      partner: partner.slug,
      kind: 'not-in-books',
      subject: 'payment',
      external_id: 'demonstration',
      detail: { partner: { amount: '2500', currency: 'EUR' }, house: null },
      happened_at: new Date(now.getTime() - ageMs),
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
