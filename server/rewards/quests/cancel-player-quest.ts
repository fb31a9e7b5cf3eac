/** Gives a quest up: its progress is lost, and it can be started again while it is offered. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type cancelPlayerQuest as contract, QuestState } from '#contract/quests.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPromised } from '../promised.ts'
import { lockStatus } from '../../identity/index.ts'
import { waitForBatch } from './internal/end-active.ts'
import { presentPlayerQuest, publishQuest, readAccepted } from './internal/present.ts'
import { lockOwnQuest, readTasks, updateQuest } from './internal/rows.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>

export async function cancelPlayerQuest(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    await lockStatus(tx, playerId)
    await waitForBatch(tx)
    const row = await lockOwnQuest(tx, playerId, id)
    if (!row) return refuse('questNotFound')
    if (row.state !== QuestState.active) return refuse('questIsOver')
    const now = ctx.clock.now()
    const over = await updateQuest(tx, row, { state: QuestState.cancelled, finished_at: now })
    await publishQuest(tx, ctx, over, ctx.caller.locale)
    const tasks = (await readTasks(tx, [id])).get(id)!
    const view = {
      locale: ctx.caller.locale,
      now: ctx.clock.now(),
      promised: await readPromised(tx),
      rates: ctx.reference.rates(),
    }
    return ok(presentPlayerQuest(over, tasks, await readAccepted(tx, over), view))
  })
}
