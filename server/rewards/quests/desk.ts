/** A player's quests at the desk. */
import type * as contract from '#contract/desk/rewards.ts'
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { QuestState } from '#contract/quests.ts'
import { findPlayer } from '../../identity/index.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { inUnits } from '../../reference/index.ts'
import { whole } from './internal/progress.ts'
import { readTasks, type StoredTask } from './internal/rows.ts'

const mostListed = 100
const stateNames = Object.fromEntries(
  Object.entries(QuestState).map(([name, state]) => [state, name as keyof typeof QuestState]),
)

export async function listQuestsOfPlayer(
  { db }: DeskCtx,
  { playerId }: VerbInput<typeof contract.listQuestsOfPlayer>,
): Promise<Result<ReplyOf<typeof contract.listQuestsOfPlayer>, 'playerNotFound'>> {
  if (!(await findPlayer(db.kysely, playerId))) return refuse('playerNotFound')
  const rows = await db.kysely
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('activated_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  const tasks = await readTasks(
    db.kysely,
    rows.map(({ id }) => id),
  )
  return ok({
    quests: rows.map(({ id, identity, version, state, reward_state, currency, activated_at }) => ({
      id,
      quest: identity,
      version,
      state: stateNames[state]!,
      reward: reward_state as 'locked' | 'earned' | 'granted',
      startedAt: activated_at.toISOString(),
      tasks: tasks.get(id)!.map((task) => presentTask(task, currency)),
    })),
  })
}

function presentTask({ type, progress, quantity }: StoredTask, currency: string) {
  const isAmount = type === 'stake' || type === 'deposit'
  const text = (value: bigint) => (isAmount ? inUnits(value, currency).amount : String(value))
  return { type, progress: text(progress / whole), quantity: text(quantity), currency: isAmount ? currency : null }
}
