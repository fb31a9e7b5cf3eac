/** The order of scores: the highest first; of equal ones, whoever reached it first. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

export type Score = { player_id: string; score: bigint; reached: bigint; rounds: number }
export type Placed = Score & { place: number }

type Db = Kysely<Tables>

export async function readTop(db: Db, runId: number, { limit, after }: { limit: number; after?: Score }) {
  const { rows } = await sql<Score>`
    SELECT player_id, score, reached, rounds FROM rewards.tournament_scores
    WHERE run_id = ${runId} AND rounds > 0 AND NOT is_closed ${after ? sql`AND ${isBehind(after)}` : sql``}
    ORDER BY score DESC, reached, player_id LIMIT ${limit}`.execute(db)
  return rows
}

/** Undefined without a round that counts. */
export async function readPlaced(db: Db, runId: number, playerId: string): Promise<Placed | undefined> {
  const own = await db
    .selectFrom('rewards.tournament_scores')
    .select(['player_id', 'score', 'reached', 'rounds'])
    .where('run_id', '=', runId)
    .where('player_id', '=', playerId)
    .where('rounds', '>', 0)
    .where('is_closed', '=', false)
    .executeTakeFirst()
  if (!own) return undefined
  const { rows } = await sql<{ ahead: number }>`
    SELECT (SELECT count(*) FROM rewards.tournament_scores WHERE run_id = ${runId} AND rounds > 0 AND NOT is_closed AND score > ${own.score})::int
      + (SELECT count(*) FROM rewards.tournament_scores WHERE run_id = ${runId} AND rounds > 0 AND NOT is_closed AND score = ${own.score}
          AND (reached, player_id) < (${own.reached}, ${playerId}))::int AS ahead`.execute(db)
  return { ...own, place: rows[0]!.ahead + 1 }
}

/** Those just ahead of a score and just behind it, with their places. */
export async function readAround(db: Db, runId: number, own: Placed, reach: number): Promise<Placed[]> {
  const { rows: ahead } = await sql<Score>`
    SELECT player_id, score, reached, rounds FROM rewards.tournament_scores
    WHERE run_id = ${runId} AND rounds > 0 AND NOT is_closed
      AND score >= ${own.score} AND (score > ${own.score} OR (reached, player_id) < (${own.reached}, ${own.player_id}))
    ORDER BY score, reached DESC, player_id DESC LIMIT ${reach}`.execute(db)
  const behind = await readTop(db, runId, { limit: reach, after: own })
  return [...ahead.toReversed(), own, ...behind].map((each, index) => ({
    ...each,
    place: own.place - ahead.length + index,
  }))
}

function isBehind({ score, reached, player_id }: Score) {
  return sql`score <= ${score} AND (score < ${score} OR (reached, player_id) > (${reached}, ${player_id}))`
}
