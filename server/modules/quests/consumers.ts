/** Progress of quests: rounds and deposits from the ledger, confirmed identities and limits from facts. */
import { sql } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { QuestState } from '#contract/quests.ts'
import type { Deps, Tx } from '../../deps.ts'
import { type Batch, consumer, movements, type Range } from '../../facts/consumer.ts'
import { identityDecided, limitSet } from '../../facts/kinds.ts'
import { appendAll, type OutboxEvent } from '../../outbox/append.ts'
import { settledRounds } from '../games/settled-rounds.ts'
import { readLocales } from '../players/read-locales.ts'
import { currencies } from '../reference/currencies.ts'
import { consumerName } from './internal/consumer-name.ts'
import { publishQuest } from './internal/present.ts'
import { advance, type QuestEvent } from './internal/progress.ts'
import { presentTasks, type QuestRow, readTasks, type StoredTask } from './internal/rows.ts'

/** An event of a player's quest, with its place in its source. */
type Placed = { questId: string; id: bigint; event: QuestEvent }

const progress = consumer<Pick<Deps, 'clock' | 'settings'>>(consumerName, {
  follows: [movements, identityDecided, limitSet],
  async apply(tx, batch, deps) {
    const events = batch.movements ? await eventsOfPlay(tx, batch.movements) : await eventsOfFacts(tx, batch)
    if (events.length === 0) return
    const quests = await lockActive(tx, [...new Set(events.map(({ questId }) => questId))])
    const tasks = await readTasks(tx, [...quests.keys()])
    const isChanged = new Map<string, StoredTask[]>()
    const completed: string[] = []
    for (const [questId, placed] of Map.groupBy(events, (each) => each.questId)) {
      const quest = quests.get(questId)
      if (!quest) continue
      const before = tasks.get(questId)!
      const after = placed
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .reduce((moved, { event }) => advance(moved, quest.in_sequence, event), before)
      tasks.set(questId, after)
      const moved = after.filter((task, position) => task !== before[position])
      if (moved.length > 0) isChanged.set(questId, moved)
      if (after.every(({ completedAt }) => completedAt)) completed.push(questId)
    }
    await announce(tx, deps, { quests, tasks, isChanged })
    await complete(tx, deps, completed)
  },
  /** What is over stays as it was. */
  reset: async (tx) => {
    await sql`UPDATE rewards.player_quest_tasks SET progress = 0, seen = '{}', last_day = NULL, completed_at = NULL
      WHERE player_quest_id IN (SELECT id FROM rewards.player_quests WHERE state = ${QuestState.active})`.execute(tx)
  },
})

type Moved = {
  quests: Map<string, QuestRow>
  tasks: Map<string, StoredTask[]>
  isChanged: Map<string, StoredTask[]>
}

/** Stores what has moved, and pushes each task once per batch. A replay pushes only what goes beyond the last push. */
async function announce(tx: Tx, { clock }: Pick<Deps, 'clock'>, { quests, tasks, isChanged }: Moved): Promise<void> {
  const pushes: OutboxEvent[] = []
  const rows = []
  for (const [questId, moved] of isChanged) {
    const quest = quests.get(questId)!
    const shown = presentTasks(
      tasks.get(questId)!.map((task) => ({ ...task, revision: task.revision + 1 })),
      { inSequence: quest.in_sequence, currency: quest.currency, state: quest.state },
      clock.now(),
    )
    for (const task of moved) {
      const isNews = task.type === 'days' ? task.progress !== task.announced : task.progress > task.announced
      const payload = shown[task.position]!
      if (isNews)
        pushes.push({
          channel: playerChannel('retention:quests', quest.player_id),
          event: 'quest.task.updated',
          payload,
          version: payload.version,
        })
      rows.push({
        quest: questId,
        place: task.position,
        progress: String(task.progress),
        seen: task.seen,
        last_day: task.lastDay,
        completed_at: task.completedAt,
        announced: String(isNews ? task.progress : task.announced),
      })
    }
  }
  if (rows.length > 0)
    await sql`UPDATE rewards.player_quest_tasks AS task SET progress = moved.progress, seen = moved.seen, last_day = moved.last_day,
        completed_at = moved.completed_at, announced = moved.announced, revision = task.revision + 1
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS moved (quest uuid, place smallint, progress bigint, seen text[], last_day text, completed_at timestamptz, announced bigint)
      WHERE task.player_quest_id = moved.quest AND task.position = moved.place`.execute(tx)
  await appendAll(tx, pushes)
}

async function complete(tx: Tx, deps: Pick<Deps, 'clock' | 'settings'>, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .updateTable('rewards.player_quests')
    .set({
      state: QuestState.completed,
      reward_state: 'earned',
      finished_at: deps.clock.now(),
      revision: sql<number>`revision + 1`,
    })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const locales = await readLocales(tx, [...new Set(rows.map(({ player_id }) => player_id))])
  for (const row of rows) await publishQuest(tx, deps, row, locales.get(row.player_id) ?? 'en')
}

/** In the order of their ids. Those that were cancelled meanwhile are left out. */
async function lockActive(tx: Tx, ids: string[]): Promise<Map<string, QuestRow>> {
  const rows = await tx
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', QuestState.active)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is not the player's own money does not count: bonus money and free spins. */
async function eventsOfPlay(tx: Tx, range: Range): Promise<Placed[]> {
  const sizes = JSON.stringify(Object.fromEntries(currencies.map((each) => [each.code, each.subunitToUnit])))
  const worth = (amount: string, at: string) =>
    sql<bigint>`trunc(coalesce(reference.exchange(${sql.raw(amount)}::numeric, moved.currency, quest.currency, ${sql.ref(at)}), 0)
      * (${sizes}::jsonb ->> quest.currency)::numeric / (${sizes}::jsonb ->> moved.currency)::numeric * 1000000)::bigint`
  const counts = sql<boolean>`quest.state = ${QuestState.active} AND moved.movement_id > quest.after_movement`
  const rounds = await sql<{
    questId: string
    id: bigint
    at: Date
    gameId: string
    staked: bigint
    won: bigint
    worth: bigint
  }>`SELECT quest.id AS "questId", moved.movement_id AS id, moved.settled_at AS at, moved.game_id AS "gameId", moved.stake AS staked, moved.won,
      ${worth('moved.stake - moved.bonus_stake', 'moved.settled_at')} AS worth
    FROM ${settledRounds(tx, range).selectAll().whereRef('stake', '>', 'bonus_stake').as('moved')}
    JOIN rewards.player_quests AS quest ON quest.player_id = moved.player_id
    WHERE ${counts} AND moved.settled_at > quest.begun_at AND moved.settled_at <= quest.expires_at`.execute(tx)
  const deposits = await sql<{ questId: string; id: bigint; at: Date; worth: bigint }>`
    SELECT quest.id AS "questId", moved.movement_id AS id, moved.credited_at AS at, ${worth('moved.amount', 'moved.credited_at')} AS worth
    FROM rewards.credited_deposits AS moved JOIN rewards.player_quests AS quest ON quest.player_id = moved.player_id
    WHERE moved.movement_id > ${range.after} AND moved.movement_id <= ${range.upTo}
      AND ${counts} AND moved.credited_at > quest.begun_at AND moved.credited_at <= quest.expires_at`.execute(tx)
  return [
    ...rounds.rows.map(({ questId, id, ...event }) => ({ questId, id, event: { kind: 'round' as const, ...event } })),
    ...deposits.rows.map(({ questId, id, ...event }) => ({
      questId,
      id,
      event: { kind: 'deposit' as const, ...event },
    })),
  ]
}

async function eventsOfFacts(tx: Tx, batch: Batch): Promise<Placed[]> {
  const confirmed = (await batch.of(identityDecided)).filter(({ data }) => data.status === 'approved')
  const limited = await batch.of(limitSet)
  const facts = [
    ...confirmed.map((fact) => ({ ...fact, kind: 'verification' as const })),
    ...limited.map((fact) => ({ ...fact, kind: 'limit' as const })),
  ]
  const players = [...new Set(facts.map(({ player }) => player).filter((player) => player !== null))]
  if (players.length === 0) return []
  const quests = await tx
    .selectFrom('rewards.player_quests')
    .select(['id', 'player_id', 'after_fact', 'begun_at', 'expires_at'])
    .where('player_id', 'in', players)
    .where('state', '=', QuestState.active)
    .execute()
  return quests.flatMap((quest) =>
    facts
      .filter(
        ({ player, id, at }) =>
          player === quest.player_id && id > quest.after_fact && at > quest.begun_at && at <= quest.expires_at,
      )
      .map(({ id, kind, at }) => ({ questId: quest.id, id, event: { kind, at } })),
  )
}

export const consumers = [progress]
