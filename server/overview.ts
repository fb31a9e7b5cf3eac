/** The desk's first page: what waits for a person, and what a site with real money still lacks. */
import * as contract from '#contract/desk/overview.ts'
import { ok, refuse } from '#contract/endpoint.ts'
import { type Alarms, shippedRules, watchAlarms } from './alarms.ts'
import { bindDesk, type BoundRoute } from './kernel/http/bind.ts'
import type { Deps } from './deps.ts'
import type { Job } from './kernel/jobs/scheduler.ts'
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
    bindDesk(contract.listAlarms, async (ctx) => {
      const alarms = alarmsOf(ctx)
      return alarms ? ok(await alarms.read()) : refuse('rulesMissing')
    }),
  ]
}

const watched = new WeakMap<Deps['db'], Alarms | null>()

function alarmsOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Alarms | null {
  let alarms = watched.get(db)
  if (alarms === undefined) {
    const rules = shippedRules()
    watched.set(db, (alarms = rules && watchAlarms(rules, () => clock.now())))
  }
  return alarms
}

/** Evaluates the rules without anybody looking, so that the desk knows since when a condition holds. */
export const alarmJob = (deps: Deps): Job => ({
  name: 'alarms',
  everyMs: 60_000,
  run: async () => alarmsOf(deps)?.read(),
})
