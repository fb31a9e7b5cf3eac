import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { listPlayerQuests as contract } from '#contract/quests.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPromised } from '../promised.ts'
import { presentPlayerQuest, readAcceptedOf } from './internal/present.ts'
import { readTasks } from './internal/rows.ts'

/** The maximum listed; older ones are history. */
const most = 200

export async function listPlayerQuests(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract>>> {
  const { kysely: db } = ctx.db
  const rows = await db
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
    .orderBy('activated_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  const tasks = await readTasks(
    db,
    rows.map(({ id }) => id),
  )
  const acceptedOf = await readAcceptedOf(db, rows)
  const now = ctx.clock.now()
  const view = {
    locale: ctx.caller.locale,
    now,
    promised: await readPromised(db),
    rates: ctx.reference.rates(),
  }
  return ok(rows.map((row) => presentPlayerQuest(row, tasks.get(row.id)!, acceptedOf(row), view)))
}
