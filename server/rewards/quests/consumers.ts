/** Progress of quests: rounds, bets and deposits from the ledger, confirmed identities and limits from facts. */
import { sql } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { QuestState } from '#contract/quests.ts'
import { arrayOf } from '../../kernel/db/array-of.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import { type Batch, consumer, movements, type Range } from '../../kernel/facts/consumer.ts'
import { record } from '../../kernel/facts/fact.ts'
import { identityDecided, limitSet, questCompleted } from '../../kernel/facts/kinds.ts'
import { appendAll, type OutboxEvent } from '../../kernel/outbox/append.ts'
import { settledRounds } from '../../play/index.ts'
import { decidedBets } from '../../sports/index.ts'
import { readLocales } from '../../identity/index.ts'
import { currencies, leaveNewerCurrencies, lockRates } from '../../reference/index.ts'
import { consumerName } from './internal/consumer-name.ts'
import { publishQuests } from './internal/present.ts'
import { advance, type QuestEvent } from './internal/progress.ts'
import { presentTasks, readTasks, type StoredTask } from './internal/rows.ts'

type Quest = { questId: string; playerId: string; currency: string; inSequence: boolean }
/** An event of a player's active quest, with its place in its source. */
type Placed = Quest & { id: bigint; event: QuestEvent }
/** Read without a lock: whoever ends an active quest waits for the batch (internal/end-active.ts). */
const questColumns = sql`quest.id AS "questId", quest.player_id AS "playerId", quest.currency, quest.in_sequence AS "inSequence"`

const questProgress = consumer<KernelDeps>(consumerName, {
  follows: [movements, identityDecided, limitSet],
  async apply(tx, batch, deps) {
    if (batch.movements) await leaveNewerCurrencies(tx, batch.movements)
    const events = batch.movements ? await eventsOfPlay(tx, batch.movements) : await eventsOfFacts(tx, batch)
    if (events.length === 0) return
    const quests = new Map<string, Quest>(events.map((each) => [each.questId, each]))
    const tasks = await readTasks(tx, [...quests.keys()])
    const moves = new Map<string, Move[]>()
    const completed: string[] = []
    for (const [questId, placed] of Map.groupBy(events, (each) => each.questId)) {
      const quest = quests.get(questId)!
      const before = tasks.get(questId)!
      const after = placed
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .reduce((moved, { event }) => advance(moved, quest.inSequence, event), before)
      tasks.set(questId, after)
      const moved = after.flatMap((task, position) => {
        const earlier = before[position]!
        return task === earlier ? [] : [{ task, before: earlier }]
      })
      if (moved.length > 0) moves.set(questId, moved)
      if (after.every(({ completedAt }) => completedAt)) completed.push(questId)
    }
    await announce(tx, deps, { quests, tasks, moves })
    await complete(tx, deps, completed)
  },
  /** What is over stays as it was. */
  reset: async (tx) => {
    await sql`UPDATE rewards.player_quest_tasks SET progress = 0, seen = '{}', last_day = NULL, completed_at = NULL
      WHERE player_quest_id IN (SELECT id FROM rewards.player_quests WHERE state = ${QuestState.active})`.execute(tx)
  },
})

type Move = { task: StoredTask; before: StoredTask }
type Moved = {
  quests: Map<string, Quest>
  tasks: Map<string, StoredTask[]>
  moves: Map<string, Move[]>
}

/** Stores what has moved, and pushes each task once per batch. A replay pushes only what goes beyond the last push. */
async function announce(tx: Tx, { clock }: KernelDeps, { quests, tasks, moves }: Moved): Promise<void> {
  const pushes: OutboxEvent[] = []
  const stored: Move[] = []
  const now = clock.now()
  for (const [questId, moved] of moves) {
    const { inSequence, currency, playerId } = quests.get(questId)!
    const shown = presentTasks(tasks.get(questId)!, { inSequence, currency, state: QuestState.active }, now)
    for (const { task, before } of moved) {
      const isNews =
        task.type === 'days' || task.type === 'bets' ? task.progress !== task.announced : task.progress > task.announced
      stored.push({ task: { ...task, announced: isNews ? task.progress : task.announced }, before })
      if (!isNews) continue
      const version = task.revision + 1
      pushes.push({
        channel: playerChannel('retention:quests', playerId),
        event: 'quest.task.updated',
        payload: { ...shown[task.position]!, version },
        version,
      })
    }
  }
  await store(tx, stored)
  await appendAll(tx, pushes)
}

/** In most batches tasks only move ahead: what else is stored of them is written for those in which it has changed. */
async function store(tx: Tx, moves: Move[]): Promise<void> {
  const [further, ahead] = partition(moves, ({ task, before }) =>
    (['seen', 'lastDay', 'completedAt'] as const).some((key) => task[key] !== before[key]),
  )
  const columnsOf = (tasks: StoredTask[]) => sql`${arrayOf(tasks.map(({ questId }) => questId))}::uuid[],
    ${arrayOf(tasks.map(({ position }) => position))}::smallint[], ${arrayOf(tasks.map(({ progress }) => progress))}::bigint[],
    ${arrayOf(tasks.map(({ announced }) => announced))}::bigint[]`
  if (ahead.length > 0)
    await sql`UPDATE rewards.player_quest_tasks AS task SET progress = moved.progress, announced = moved.announced,
        revision = task.revision + 1
      FROM unnest(${columnsOf(ahead)}) AS moved (quest, place, progress, announced)
      WHERE task.player_quest_id = moved.quest AND task.position = moved.place`.execute(tx)
  if (further.length > 0)
    // `seen` as lines, because arrays of arrays have one length.
    await sql`UPDATE rewards.player_quest_tasks AS task SET progress = moved.progress, announced = moved.announced,
        seen = string_to_array(moved.seen, E'\n'), last_day = moved.last_day, completed_at = moved.completed_at,
        revision = task.revision + 1
      FROM unnest(${columnsOf(further)}, ${further.map(({ seen }) => seen.join('\n'))}::text[],
          ${further.map(({ lastDay }) => lastDay)}::text[], ${further.map(({ completedAt }) => completedAt)}::timestamptz[])
        AS moved (quest, place, progress, announced, seen, last_day, completed_at)
      WHERE task.player_quest_id = moved.quest AND task.position = moved.place`.execute(tx)
}

function partition(moves: Move[], isFurther: (move: Move) => boolean): [StoredTask[], StoredTask[]] {
  const sides: [StoredTask[], StoredTask[]] = [[], []]
  for (const move of moves) sides[isFurther(move) ? 0 : 1].push(move.task)
  return sides
}

async function complete(tx: Tx, deps: KernelDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .updateTable('rewards.player_quests')
    .set({
      state: QuestState.completed,
      reward_state: 'earned',
      finished_at: deps.clock.now(),
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .returningAll()
    .execute()
  for (const { id, player_id, identity } of rows)
    await record(tx, questCompleted, { player: player_id, subject: id, data: { quest: identity } })
  const locales = await readLocales(tx, [...new Set(rows.map(({ player_id }) => player_id))])
  await publishQuests(tx, deps, rows, (playerId) => locales.get(playerId) ?? 'en')
}

/** What is not the player's own money does not count: bonus money and free spins. */
async function eventsOfPlay(tx: Tx, range: Range): Promise<Placed[]> {
  await lockRates(tx)
  const sizes = JSON.stringify(Object.fromEntries(currencies.map((each) => [each.code, each.subunitToUnit])))
  // Exact up to the last place, so that it can be computed again anywhere.
  const worth = (
    amount: string,
    at: string,
  ) => sql<bigint>`CASE WHEN moved.currency = quest.currency THEN (${sql.raw(amount)}) * 1000000
    ELSE coalesce((SELECT div((${sql.raw(amount)}) * 1000000 * (rates ->> quest.currency)::numeric * (${sizes}::jsonb ->> quest.currency)::numeric,
        (rates ->> moved.currency)::numeric * (${sizes}::jsonb ->> moved.currency)::numeric)
      FROM reference.rates_at(${sql.ref(at)}) AS rates), 0)::bigint END`
  // Without statistics of what was just written, the planner would go through all active quests for each round.
  const quests = sql`CROSS JOIN LATERAL (SELECT * FROM rewards.player_quests AS own
    WHERE own.player_id = moved.player_id AND own.state = ${QuestState.active} AND own.after_movement < moved.movement_id OFFSET 0) AS quest`
  const rounds = await sql<
    Quest & { id: bigint; at: Date; gameId: string; staked: bigint; won: bigint; worth: bigint }
  >`SELECT ${questColumns}, moved.movement_id AS id, moved.settled_at AS at, moved.game_id AS "gameId", moved.stake AS staked, moved.won,
      ${worth('moved.stake - moved.bonus_stake', 'moved.settled_at')} AS worth
    FROM ${settledRounds(tx, range).selectAll().whereRef('stake', '>', 'bonus_stake').as('moved')} ${quests}
    WHERE moved.settled_at > quest.begun_at AND moved.settled_at <= quest.expires_at`.execute(tx)
  const bets = await sql<Quest & { id: bigint; at: Date; odds: bigint; isTaken: boolean; worth: bigint }>`
    SELECT ${questColumns}, moved.movement_id AS id, moved.decided_at AS at, moved.lowest_odds AS odds, moved.settled < 0 AS "isTaken",
      ${worth('abs(moved.settled)', 'moved.placed_at')} AS worth
    FROM ${decidedBets(tx, range).selectAll().where('settled', '<>', 0n).as('moved')} ${quests}
    WHERE moved.placed_at > quest.begun_at AND moved.decided_at <= quest.expires_at`.execute(tx)
  const deposits = await sql<Quest & { id: bigint; at: Date; worth: bigint }>`
    SELECT ${questColumns}, moved.movement_id AS id, moved.credited_at AS at, ${worth('moved.amount', 'moved.credited_at')} AS worth
    FROM rewards.credited_deposits AS moved ${quests}
    WHERE moved.movement_id > ${range.after} AND moved.movement_id <= ${range.upTo}
      AND moved.credited_at > quest.begun_at AND moved.credited_at <= quest.expires_at`.execute(tx)
  return [
    ...rounds.rows.map(({ at, gameId, staked, won, worth: own, ...placed }) => ({
      ...placed,
      event: { kind: 'round' as const, at, gameId, staked, won, worth: own },
    })),
    ...bets.rows.map(({ at, odds, isTaken, worth: own, ...placed }) => ({
      ...placed,
      event: { kind: 'bet' as const, at, odds, worth: own, change: isTaken ? (-1n as const) : (1n as const) },
    })),
    ...deposits.rows.map(({ at, worth: own, ...placed }) => ({
      ...placed,
      event: { kind: 'deposit' as const, at, worth: own },
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
  const { rows } = await sql<Quest & { after_fact: bigint; begun_at: Date; expires_at: Date }>`
    SELECT ${questColumns}, after_fact, begun_at, expires_at FROM rewards.player_quests AS quest
    WHERE player_id = ANY (${players}::uuid[]) AND state = ${QuestState.active}`.execute(tx)
  return rows.flatMap(({ after_fact, begun_at, expires_at, ...quest }) =>
    facts
      .filter(({ player, id, at }) => player === quest.playerId && id > after_fact && at > begun_at && at <= expires_at)
      .map(({ id, kind, at }) => ({ ...quest, id, event: { kind, at } })),
  )
}

export const consumers = [questProgress]
