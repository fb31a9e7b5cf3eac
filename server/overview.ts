/** The desk's first page: what waits for a person, and what a site with real money still lacks. */
import * as contract from '#contract/desk/overview.ts'
import { ok } from '#contract/endpoint.ts'
import { bindDesk, type BoundRoute } from './kernel/http/bind.ts'
import type { Queue } from './kernel/queues.ts'
import { missingForProduction } from './missing-for-production.ts'

export function overviewRoutes(queues: readonly Queue[]): BoundRoute[] {
  return [
    bindDesk(contract.listWaiting, async ({ db }) =>
      ok(
        await Promise.all(
          queues.map(async ({ name, query }) => {
            const { rows } = await query.execute(db.kysely)
            const { waiting, since } = rows[0]!
            return { name, waiting, since: since?.toISOString() ?? null }
          }),
        ),
      ),
    ),
    bindDesk(contract.listMissing, async (ctx) => ok(await missingForProduction(ctx))),
  ]
}
