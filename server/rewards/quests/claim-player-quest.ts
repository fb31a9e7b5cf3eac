/** Claims the reward of a completed quest, once, however many tabs claim it. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type claimPlayerQuest as contract, QuestState } from '#contract/quests.ts'
import { lockForGrant } from '../lock-for-grant.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPromised } from '../promised.ts'
import { grantQuest } from './internal/grant-quest.ts'
import { presentPlayerQuest, readAccepted } from './internal/present.ts'
import { lockOwnQuest, readTasks } from './internal/rows.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>

/** An excluded player loses nothing: the reward can be claimed afterwards. */
export async function claimPlayerQuest(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const { status, isExcluded } = await lockForGrant(tx, ctx, playerId)
    const row = await lockOwnQuest(tx, playerId, id)
    if (!row) return refuse('questNotFound')
    if (row.state !== QuestState.completed) return refuse('questNotCompleted')
    const definition = await readAccepted(tx, row)
    const isEarned = row.reward_state === 'earned'
    if (isEarned && isExcluded) return refuse('playerExcluded')
    if (isEarned && status !== 'active') return refuse('playerLimited')
    const claimed = isEarned ? await grantQuest(tx, ctx, row, definition.data, sessionId) : row
    const tasks = (await readTasks(tx, [id])).get(id)!
    const view = {
      locale: ctx.caller.locale,
      now: ctx.clock.now(),
      promised: await readPromised(tx),
      rates: ctx.reference.rates(),
    }
    return ok(presentPlayerQuest(claimed, tasks, definition, view))
  })
}
