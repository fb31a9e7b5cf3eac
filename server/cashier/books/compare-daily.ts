/** Once a day one of the processes compares each partner's recent statements with the ledger. */
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { compareBooks } from './compare-books.ts'

const hourMs = 3_600_000
/** Webhooks may be late and partners correct themselves: each day is compared again for a week. */
const lookBackMs = 8 * 24 * hourMs
/** The latest transactions may not have been reported yet. */
const settleMs = hourMs

export async function compareDaily(deps: Deps): Promise<void> {
  for (const partner of deps.partners.payments) {
    if (!partner.listTransactions || !(await claim(deps, partner.slug))) continue
    const now = deps.clock.now().getTime()
    const compared = await compareBooks(deps, partner, {
      from: new Date(now - lookBackMs),
      to: new Date(now - settleMs),
    }).catch(async (error) => {
      await again(deps, partner.slug)
      throw error
    })
    if (!compared.ok) {
      await again(deps, partner.slug)
      deps.log.warn({ partner: partner.slug }, "a partner's statement could not be read and will be asked for again")
    }
  }
}

/** The process that advances the date does the work. */
async function claim({ db, clock }: Deps, partner: string): Promise<boolean> {
  const now = clock.now()
  const claimed = await db.kysely
    .insertInto('payments.comparisons')
    .values({ partner, compared_at: now })
    .onConflict((conflict) =>
      conflict
        .column('partner')
        .doUpdateSet({ compared_at: now })
        .where('payments.comparisons.compared_at', '<=', new Date(now.getTime() - 24 * hourMs)),
    )
    .returning('partner')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Retried in an hour instead of a day. */
async function again({ db }: Deps, partner: string): Promise<void> {
  await db.kysely
    .updateTable('payments.comparisons')
    .set({ compared_at: sql<Date>`compared_at - interval '23 hours'` })
    .where('partner', '=', partner)
    .execute()
}
