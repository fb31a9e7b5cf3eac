/** Progress of quests: rounds, bets and deposits from the ledger, confirmed identities and limits from facts. */
import { sql } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { QuestState } from '#contract/quests.ts'
import { arrayOf } from '../../kernel/db/array-of.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import { type Batch, consumer, movements } from '../../kernel/facts/consumer.ts'
import { record } from '../../kernel/facts/fact.ts'
import { identityDecided, limitSet, questCompleted } from '../../kernel/facts/kinds.ts'
import { appendAll, type OutboxEvent } from '../../kernel/outbox/append.ts'
import { readLocales } from '../../identity/index.ts'
import { leaveNewerCurrencies, type RateHistory } from '../../reference/index.ts'
import { type Play, type PlayerPlay, portionsOf, type Round, settledPlay } from '../settled-play.ts'
import { consumerName } from './internal/consumer-name.ts'
import { publishQuests } from './internal/present.ts'
import { advance, type QuestEvent, whole } from './internal/progress.ts'
import { presentTask, readTasks, type StoredTask } from './internal/rows.ts'

type Quest = { questId: string; playerId: string; currency: string; inSequence: boolean }
/** Read without a lock: whoever ends an active quest waits for the batch (internal/end-active.ts). */
const questColumns = sql`quest.id AS "questId", quest.player_id AS "playerId", quest.currency, quest.in_sequence AS "inSequence"`

const questProgress = consumer<KernelDeps>(consumerName, {
  follows: [movements, identityDecided, limitSet],
  pass: settledPlay,
  async apply(tx, batch, deps) {
    const moved: Moved = { quests: new Map(), tasks: new Map(), moves: new Map() }
    if (batch.movements) {
      await leaveNewerCurrencies(tx, batch.movements)
      await countPlay(tx, await batch.read(settledPlay), moved)
    } else await countFacts(tx, batch, moved)
    await announce(tx, deps, moved)
    const completed = [...moved.moves.keys()].filter((id) => moved.tasks.get(id)!.every((task) => task.completedAt))
    await complete(tx, deps, completed)
  },
  /** Finished quests keep their state. */
  reset: async (tx) => {
    await sql`UPDATE rewards.player_quest_tasks SET progress = 0, seen = '{}', last_day = NULL, completed_at = NULL
      WHERE player_quest_id IN (SELECT id FROM rewards.player_quests WHERE state = ${QuestState.active})`.execute(tx)
  },
})

/** Records the tasks that the events, in their order, have moved. */
function recordMoves(
  { quests, tasks, moves }: Moved,
  quest: Quest,
  before: StoredTask[],
  events: Iterable<QuestEvent>,
): void {
  const after = advance(before, quest.inSequence, events)
  if (after === before) return
  quests.set(quest.questId, quest)
  tasks.set(quest.questId, after)
  moves.set(
    quest.questId,
    after.flatMap((task, position) => {
      const earlier = before[position]!
      return task === earlier ? [] : [{ task, before: earlier }]
    }),
  )
}

type Move = { task: StoredTask; before: StoredTask }
/** By quest, of those that have moved; `tasks`: all of theirs, as they are now. */
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
    const own = tasks.get(questId)!
    for (const move of moved) {
      const { task } = move
      const isNews =
        task.type === 'days' || task.type === 'bets' ? task.progress !== task.announced : task.progress > task.announced
      stored.push(move)
      if (!isNews) continue
      task.announced = task.progress
      const version = task.revision + 1
      const shown = presentTask(task, own, { inSequence, currency, state: QuestState.active }, now)
      pushes.push({
        channel: playerChannel('retention:quests', playerId),
        event: 'quest.task.updated',
        payload: { ...shown, version },
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

/** A player's active quest, with what decides which events count for it. Moments in microseconds. */
type Active = Quest & { afterMovement: number; begunAt: number; expiresAt: number }

async function countPlay(tx: Tx, { players, rates }: Play, moved: Moved): Promise<void> {
  const relevant = players.filter(
    ({ rounds, bets, deposits }) => bets.length + deposits.length > 0 || rounds.some((round) => ownStake(round) > 0n),
  )
  const quests = await readActive(
    tx,
    relevant.map(({ player }) => player),
  )
  const tasks = await readTasks(
    tx,
    quests.map(({ questId }) => questId),
  )
  const questsOf = Map.groupBy(quests, ({ playerId }) => playerId)
  for await (const play of portionsOf(relevant))
    for (const quest of questsOf.get(play.player) ?? [])
      recordMoves(moved, quest, tasks.get(quest.questId)!, eventsFor(quest, play, rates))
}

/** What is not the player's own money does not count: bonus money and free spins. */
const ownStake = ({ stake, bonusStake }: Round): bigint => stake - bonusStake

/** In the order of the movements. */
function* eventsFor(quest: Active, { rounds, bets, deposits }: PlayerPlay, rates: RateHistory): Generator<QuestEvent> {
  const counts = (movement: number, begins: number, ends: number): boolean =>
    movement > quest.afterMovement && begins > quest.begunAt && ends <= quest.expiresAt
  const others: Array<{ movement: number; event: QuestEvent }> = []
  for (const { movement, currency, placedAt, decidedAt, settled, lowestOdds: odds } of bets) {
    if (settled === 0n || !counts(movement, placedAt, decidedAt)) continue
    const worth = worthIn(quest.currency, settled < 0n ? -settled : settled, currency, rates, placedAt)
    others.push({
      movement,
      event: { kind: 'bet', at: dateOf(decidedAt), odds, worth, change: settled < 0n ? -1n : 1n },
    })
  }
  for (const { movement, currency, at, amount } of deposits)
    if (counts(movement, at, at))
      others.push({
        movement,
        event: { kind: 'deposit', at: dateOf(at), worth: worthIn(quest.currency, amount, currency, rates, at) },
      })
  others.sort((a, b) => a.movement - b.movement)
  let next = 0
  for (const round of rounds) {
    while (next < others.length && others[next]!.movement < round.movement) yield others[next++]!.event
    const { movement, settledAt, currency, game, stake: staked, won } = round
    const own = ownStake(round)
    if (own <= 0n || !counts(movement, settledAt, settledAt)) continue
    const worth = worthIn(quest.currency, own, currency, rates, settledAt)
    yield { kind: 'round', at: dateOf(settledAt), gameId: game.id, staked, won, worth }
  }
  while (next < others.length) yield others[next++]!.event
}

const dateOf = (micros: number): Date => new Date(Math.floor(micros / 1000))

/** In millionths of the quest's subunits, truncated; nothing without a rate. */
function worthIn(target: string, amount: bigint, source: string, rates: RateHistory, moment: number): bigint {
  if (target === source) return amount * whole
  const then = rates.at(moment)
  const [from, to] = [then.get(source), then.get(target)]
  if (!from || !to) return 0n
  return (amount * whole * to.numerator * from.denominator) / (from.numerator * to.denominator)
}

/** Read without a lock: whoever ends an active quest waits for the batch (internal/end-active.ts). */
async function readActive(tx: Tx, players: string[]): Promise<Active[]> {
  if (players.length === 0) return []
  const { rows } = await sql<Active>`
    SELECT ${questColumns}, after_movement::float8 AS "afterMovement", round(date_part('epoch', begun_at) * 1000000)::float8 AS "begunAt",
      round(date_part('epoch', expires_at) * 1000000)::float8 AS "expiresAt"
    FROM rewards.player_quests AS quest
    WHERE player_id = ANY (${arrayOf(players)}::uuid[]) AND state = ${QuestState.active}`.execute(tx)
  return rows
}

async function countFacts(tx: Tx, batch: Batch, moved: Moved): Promise<void> {
  const confirmed = (await batch.of(identityDecided)).filter(({ data }) => data.status === 'approved')
  const limited = await batch.of(limitSet)
  const facts = [
    ...confirmed.map((fact) => ({ ...fact, kind: 'verification' as const })),
    ...limited.map((fact) => ({ ...fact, kind: 'limit' as const })),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const players = [...new Set(facts.map(({ player }) => player).filter((player) => player !== null))]
  if (players.length === 0) return
  const { rows } = await sql<Quest & { after_fact: bigint; begun_at: Date; expires_at: Date }>`
    SELECT ${questColumns}, after_fact, begun_at, expires_at FROM rewards.player_quests AS quest
    WHERE player_id = ANY (${players}::uuid[]) AND state = ${QuestState.active}`.execute(tx)
  const tasks = await readTasks(
    tx,
    rows.map(({ questId }) => questId),
  )
  for (const { after_fact, begun_at, expires_at, ...quest } of rows)
    recordMoves(
      moved,
      quest,
      tasks.get(quest.questId)!,
      facts.filter(
        ({ player, id, at }) => player === quest.playerId && id > after_fact && at > begun_at && at <= expires_at,
      ),
    )
}

export const consumers = [questProgress]
