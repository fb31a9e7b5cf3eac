/** Rows of started quests and their tasks. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type QuestTask, QuestState, type QuestTaskType } from '#contract/quests.ts'
import { toWire } from '#contract/money.ts'
import { readOdds, writeOdds } from '#contract/settlement/odds.ts'
import { arrayOf } from '../../../kernel/db/array-of.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import { readColumns } from '../../../kernel/db/read-columns.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import { FactAmount } from '../../../kernel/facts/fact.ts'
import { amountIn, type Rates } from '../../../reference/index.ts'
import { type EarnedReward, inCurrency } from '../../reward.ts'
import type { QuestData, TaskDefinition } from '../quest-kind.ts'
import { dayBefore, dayOf, type Task, whole } from './progress.ts'

export type QuestRow = Selectable<Tables['rewards.player_quests']>

/** The rewards as they were promised, in the currency of the quest. */
const StoredRewards = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cash'), currency: z.string(), amount: FactAmount }),
    z.object({ kind: z.literal('offer'), currency: z.string(), bonusId: z.string() }),
    z.object({ kind: z.literal('freeBet'), currency: z.string(), freeBetId: z.string() }),
    z.object({ kind: z.literal('points'), points: z.int() }),
  ]),
)
const readStored = jsonColumn('rewards.player_quests.rewards', StoredRewards)

export const readRewards = ({ rewards }: Pick<QuestRow, 'rewards'>): EarnedReward[] =>
  readStored(rewards) as EarnedReward[]

export const writeRewards = (rewards: EarnedReward[]): string => JSON.stringify(z.encode(StoredRewards, rewards))

export const rewardsOf = ({ rewards }: QuestData, currency: string, rates: Rates): EarnedReward[] =>
  rewards.map((reward) => inCurrency(reward, currency, rates))

export type Terms = Pick<Task, 'type' | 'quantity' | 'multiplier' | 'minStake' | 'minOdds' | 'games'>

/** The tasks of a definition in one currency. */
export function termsOf({ tasks }: QuestData, currency: string, rates: Rates): Terms[] {
  const atLeastOne = (amount: bigint): bigint => (amount > 0n ? amount : 1n)
  return tasks.map((task) => ({
    type: task.kind,
    quantity:
      'amount' in task ? atLeastOne(amountIn(task.amount, currency, rates)) : 'count' in task ? BigInt(task.count) : 1n,
    multiplier: task.kind === 'multiplier' ? task.atLeast : null,
    minStake: minStakeOf(task, (amount) => atLeastOne(amountIn(amount, currency, rates))),
    minOdds: task.kind === 'bets' ? readOdds(task.minOdds) : null,
    games: 'games' in task ? (task.games ?? null) : null,
  }))
}

function minStakeOf(task: TaskDefinition, convert: (amount: Parameters<typeof amountIn>[0]) => bigint): bigint | null {
  return 'minStake' in task && task.minStake ? convert(task.minStake) : null
}

export type StoredTask = Task & { questId: string; position: number; announced: bigint; revision: number }

/** By quest, in the order of their places. */
export async function readTasks(db: Kysely<Tables>, questIds: string[]): Promise<Map<string, StoredTask[]>> {
  const tasks = new Map(questIds.map((id) => [id, [] as StoredTask[]]))
  if (questIds.length === 0) return tasks
  const query = db
    .selectFrom('rewards.player_quest_tasks')
    .selectAll()
    .select(sql`round(date_part('epoch', completed_at) * 1000)::bigint`.as('completed_ms'))
    .where('player_quest_id', '=', sql<string>`ANY (${arrayOf(questIds)}::uuid[])`)
  const rows = await readColumns(db, query, {
    plain: [
      'player_quest_id',
      'position',
      'type',
      'quantity',
      'multiplier',
      'min_stake',
      'min_odds',
      'progress',
      'last_day',
      'completed_ms',
      'announced',
      'revision',
    ],
    json: ['games', 'seen'],
  })
  for (const [index, questId] of rows.player_quest_id.entries())
    tasks.get(questId)!.push({
      questId,
      position: Number(rows.position[index]),
      type: rows.type[index] as QuestTaskType,
      quantity: BigInt(rows.quantity[index]!),
      multiplier: orNull(Number, rows.multiplier[index]!),
      minStake: orNull(BigInt, rows.min_stake[index]!),
      minOdds: orNull(BigInt, rows.min_odds[index]!),
      games: rows.games[index] as string[] | null,
      progress: BigInt(rows.progress[index]!),
      seen: rows.seen[index] as string[],
      lastDay: orNull(String, rows.last_day[index]!),
      completedAt: orNull((ms) => new Date(Number(ms)), rows.completed_ms[index]!),
      announced: BigInt(rows.announced[index]!),
      revision: Number(rows.revision[index]),
    })
  // Here, because the database would sort them all.
  for (const own of tasks.values()) own.sort((a, b) => a.position - b.position)
  return tasks
}

const orNull = <T>(read: (text: string) => T, text: string): T | null => (text === 'NULL' ? null : read(text))

/** The player's own, locked; undefined for any other. The caller has locked the player. */
export function lockOwnQuest(tx: Kysely<Tables>, playerId: string, id: string): Promise<QuestRow | undefined> {
  return tx
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
}

/** The caller has locked the row. */
export function updateQuest(
  tx: Kysely<Tables>,
  { id }: Pick<QuestRow, 'id'>,
  values: { state?: number; finished_at?: Date; reward_state?: 'granted' },
): Promise<QuestRow> {
  return tx
    .updateTable('rewards.player_quests')
    .set({ ...values, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Shown = { inSequence: boolean; currency: string; state: number }

/** The tasks of a quest as the player sees them: completed, and in a sequence the first open one, are active. */
export const presentTasks = (tasks: readonly StoredTask[], quest: Shown, now: Date): QuestTask[] =>
  tasks.map((task) => presentTask(task, tasks, quest, now))

/** One of the tasks of a quest. */
export function presentTask(
  task: StoredTask,
  tasks: readonly StoredTask[],
  { inSequence, currency, state }: Shown,
  now: Date,
): QuestTask {
  const isNext = !inSequence || task === tasks.find(({ completedAt }) => completedAt === null)
  return {
    id: `${task.questId}:${task.position}`,
    questId: task.questId,
    type: task.type,
    isActive: state !== QuestState.available && (task.completedAt !== null || isNext),
    isCompleted: task.completedAt !== null,
    progress: toWire(shownProgress(task, state, now)),
    quantity: toWire(task.quantity),
    currency,
    multiplier: task.multiplier,
    ...(task.minOdds !== null && { minOdds: writeOdds(task.minOdds) }),
    minStake: task.minStake === null ? null : toWire(task.minStake),
    games: task.games ? [...task.games] : null,
    version: task.revision,
  }
}

/** Days in a row end when a day has been missed, before the next round shows it. */
function shownProgress({ type, progress, lastDay, completedAt }: Task, state: number, now: Date): bigint {
  const isBroken = type === 'days' && !completedAt && state === QuestState.active && lastDay !== null
  return isBroken && lastDay < dayBefore(now) && lastDay !== dayOf(now) ? 0n : progress / whole
}
