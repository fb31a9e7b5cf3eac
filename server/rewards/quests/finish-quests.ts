/** Ends quests whose time is over, and grants rewards that need no claim, each in its own transaction. */
import { QuestState } from '#contract/quests.ts'
import { lockForGrant } from '../lock-for-grant.ts'
import type { Deps } from '../../deps.ts'
import { hasCountedUpTo } from '../../kernel/facts/positions.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { lockStatus, readLocale } from '../../identity/index.ts'
import { consumerName } from './internal/consumer-name.ts'
import { waitForBatch } from './internal/end-active.ts'
import { grantQuest } from './internal/grant-quest.ts'
import { publishQuest, readAccepted } from './internal/present.ts'
import { lockOwnQuest, updateQuest } from './internal/rows.ts'

/** What was settled in the last moment may still be committing. */
const graceMs = 10_000

/** A time in the past for rewards: they are due at once. */
export const questsDue = `SELECT least(
  (SELECT min(finished_at) FROM rewards.player_quests WHERE reward_state = 'earned' AND is_automatic),
  (SELECT min(expires_at) + interval '10 seconds' FROM rewards.player_quests WHERE state = ${QuestState.active}))`

/** Returns how many it ended or granted. */
export async function finishQuests(deps: Deps): Promise<number> {
  return (await grantAutomatic(deps)) + (await expire(deps))
}

function grantAutomatic(deps: Deps): Promise<number> {
  return workThrough<{ id: string; player_id: string }>(deps.log, {
    name: 'the rewards of a quest',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.player_quests')
        .select(['id', 'player_id'])
        .where('reward_state', '=', 'earned')
        .where('is_automatic', '=', true)
        .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: ({ id, player_id }) =>
      deps.db.transaction(async (tx) => {
        await lockForGrant(tx, deps, player_id)
        const row = await lockOwnQuest(tx, player_id, id)
        if (row?.reward_state !== 'earned') return false
        await grantQuest(tx, deps, row, (await readAccepted(tx, row)).data)
        return true
      }),
  })
}

function expire(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  return workThrough<{ id: string; player_id: string; expires_at: Date }>(deps.log, {
    name: 'the end of a quest',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.player_quests')
        .select(['id', 'player_id', 'expires_at'])
        .where('state', '=', QuestState.active)
        .where('expires_at', '<=', new Date(now.getTime() - graceMs))
        .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: ({ id, player_id, expires_at }) =>
      deps.db.transaction(async (tx) => {
        // What happened in time counts, however late it is counted.
        if (!(await hasCountedUpTo(tx, consumerName, expires_at))) return false
        await lockStatus(tx, player_id)
        await waitForBatch(tx)
        const row = await lockOwnQuest(tx, player_id, id)
        if (row?.state !== QuestState.active) return false
        const over = await updateQuest(tx, row, { state: row.expires_as, finished_at: now })
        await publishQuest(tx, deps, over, await readLocale(tx, player_id))
        return true
      }),
  })
}
