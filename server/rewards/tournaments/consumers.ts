/** Scores: adds the settled rounds of a batch to the runs in which they count. Nothing is pushed: pages ask. */
import { sql } from 'kysely'
import { arrayOf } from '../../kernel/db/array-of.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { leaveNewerCurrencies } from '../../reference/index.ts'
import { type PlayerPlay, portionsOf, settledPlay } from '../settled-play.ts'
import { freezeRates } from './internal/runs.ts'
import { type CountedRun, readRules } from './internal/rules.ts'
import { addRound, noScore, type Score } from './internal/score.ts'

export const scoresConsumer = 'tournament-scores'

/** `isNew`: without a row. */
type Entry = Score & { runId: number; player: string; joinedAfter: number | null; isNew: boolean }

const scores = consumer<object>(scoresConsumer, {
  follows: [movements],
  pass: settledPlay,
  async apply(tx, batch) {
    await leaveNewerCurrencies(tx, batch.movements!)
    await freezeRates(tx, null)
    const runs = await lockOpenRuns(tx)
    if (runs.length === 0) return
    const { players } = await batch.read(settledPlay)
    const ids = players.map(({ player }) => player)
    const changed: Entry[] = []
    for (const run of runs) {
      const entries = await readEntries(tx, run, ids)
      for await (const play of portionsOf(players)) {
        const entry = count(run, entries.get(play.player), play)
        if (entry) changed.push(entry)
      }
    }
    await put(tx, changed)
  },
  // Runs that are ranked keep what they are paid by; the lock keeps apart what is being ranked now.
  async reset(tx) {
    const open = await tx
      .selectFrom('rewards.tournament_runs')
      .select('id')
      .where('state', 'in', ['published', 'running', 'finalising'])
      .where('ranked_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const ids = open.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.deleteFrom('rewards.tournament_scores').where('run_id', 'in', ids).where('joined_at', 'is', null).execute()
    await tx
      .updateTable('rewards.tournament_scores')
      .set({ score: 0n, reached: 0n, rounds: 0, best: null })
      .where('run_id', 'in', ids)
      .execute()
  },
})

/** The changed entry; null if nothing counts. Where players join, rounds count from the movement after which they did. */
function count(run: CountedRun, entry: Entry | undefined, { player, rounds }: PlayerPlay): Entry | null {
  const after = run.isAutomatic ? -1 : (entry?.joinedAfter ?? Infinity)
  const own = entry ?? { ...noScore(), runId: run.id, player, joinedAfter: null, isNew: true }
  let hasChanged = false
  for (const round of rounds) if (round.movement > after && addRound(run, own, round)) hasChanged = true
  return hasChanged ? own : null
}

/**
 * Those that have started and are not ranked. Whoever joins waits for the batch, so that it is certain from which
 * movement on the rounds count (join-tournament.ts).
 */
const lockOpenRuns = (tx: Tx): Promise<CountedRun[]> =>
  readRules(
    tx,
    sql`state IN ('published', 'running', 'finalising') AND rates IS NOT NULL AND ranked_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
  )

/** Of these players, by player. */
async function readEntries(tx: Tx, { id }: CountedRun, players: string[]): Promise<Map<string, Entry>> {
  const { rows } = await sql<{
    player_id: string
    score: bigint
    reached: bigint
    rounds: number
    joined_after: bigint | null
    best: string | null
  }>`SELECT player_id, score, reached, rounds, joined_after, best::text FROM rewards.tournament_scores
    WHERE run_id = ${id} AND player_id = ANY (${arrayOf(players)}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ player_id, score, reached, rounds, joined_after, best }) => [
      player_id,
      {
        runId: id,
        player: player_id,
        score,
        reached,
        rounds,
        joinedAfter: joined_after === null ? null : Number(joined_after),
        best: best && best.length > 2 ? best.slice(1, -1).split(',').map(BigInt) : [],
        isNew: false,
      },
    ]),
  )
}

/** A score that is no list of multipliers has none stored. */
async function put(tx: Tx, entries: Entry[]): Promise<void> {
  const columnsOf = (
    some: Entry[],
  ) => sql`${arrayOf(some.map(({ runId }) => runId))}::int[], ${arrayOf(some.map(({ player }) => player))}::uuid[],
    ${arrayOf(some.map(({ score }) => score))}::bigint[], ${arrayOf(some.map(({ reached }) => reached))}::bigint[],
    ${arrayOf(some.map(({ rounds }) => rounds))}::int[], ${arrayOf(some.map(({ best }) => (best.length > 0 ? `"${arrayOf(best)}"` : 'NULL')))}::text[]`
  const [created, known] = [entries.filter(({ isNew }) => isNew), entries.filter(({ isNew }) => !isNew)]
  if (known.length > 0)
    await sql`UPDATE rewards.tournament_scores AS entry SET score = input.score, reached = input.reached, rounds = input.rounds,
        best = input.best::bigint[]
      FROM unnest(${columnsOf(known)}) AS input (run_id, player_id, score, reached, rounds, best)
      WHERE entry.run_id = input.run_id AND entry.player_id = input.player_id`.execute(tx)
  if (created.length > 0)
    await sql`INSERT INTO rewards.tournament_scores (run_id, player_id, score, reached, rounds, best)
      SELECT run_id, player_id, score, reached, rounds, best::bigint[]
      FROM unnest(${columnsOf(created)}) AS input (run_id, player_id, score, reached, rounds, best) ORDER BY 1, 2`.execute(
      tx,
    )
}

export const consumers = [scores]
