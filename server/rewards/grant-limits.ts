/** What operators may grant one player within a day. The site stores its settings when it starts, for all processes. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps } from '../deps.ts'

/** Units of the base currency, and points. */
type GrantLimits = { cash: number; points: number }

/** Until the site has started once. */
const firstGrantLimits: GrantLimits = { cash: 1000, points: 10_000 }

export async function storeGrantLimits({ db, clock, settings }: KernelDeps): Promise<void> {
  const limits = { cash: settings.rewards.grantLimit, points: settings.rewards.grantPoints, at: clock.now() }
  await db.kysely
    .insertInto('rewards.grant_limits')
    .values(limits)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(limits))
    .execute()
}

export async function readGrantLimits(db: Kysely<Tables>): Promise<GrantLimits> {
  const stored = await db.selectFrom('rewards.grant_limits').select(['cash', 'points']).executeTakeFirst()
  return stored ?? firstGrantLimits
}
