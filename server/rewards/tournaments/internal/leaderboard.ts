/** The order of scores: the highest first; of equal ones, whoever reached it first. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../kernel/db/connect.ts'
import type { Tables } from '../../../kernel/db/tables.ts'

export type Score = { player_id: string; score: bigint; reached: bigint; rounds: number }
export type Placed = Score & { place: number }

type Db = Kysely<Tables>

export async function readTop(db: Db, runId: number, { limit, after }: { limit: number; after?: Score }) {
  const { rows } = await sql<Score>`
    SELECT player_id, score, reached, rounds FROM rewards.tournament_scores
    WHERE run_id = ${runId} AND is_placed ${after ? sql`AND ${isBehind(after)}` : sql``}
    ORDER BY score DESC, reached, player_id LIMIT ${limit}`.execute(db)
  return rows
}

export type Mark = Pick<Score, 'player_id' | 'score' | 'reached'>
/** The players at the places 1, 1 + `every`, 1 + 2 x `every`, … at one moment. */
export type Marks = { every: number; marks: Mark[] }

export async function readMarks(db: Db, runId: number, every: number): Promise<Marks> {
  const { rows } = await sql<Mark>`
    SELECT player_id, score, reached FROM (
      SELECT player_id, score, reached, row_number() OVER (ORDER BY score DESC, reached, player_id) AS place
      FROM rewards.tournament_scores WHERE run_id = ${runId} AND is_placed
    ) AS placed WHERE (place - 1) % ${every} = 0 ORDER BY place`.execute(db)
  return { every, marks: rows }
}

export function isAhead(one: Mark, other: Mark): boolean {
  if (one.score !== other.score) return one.score > other.score
  if (one.reached !== other.reached) return one.reached < other.reached
  return one.player_id < other.player_id
}

function isBehind({ score, reached, player_id }: Score) {
  return sql`score <= ${score} AND (score < ${score} OR (reached, player_id) > (${reached}, ${player_id}))`
}

// Statements of every request are prepared, because planning them takes longer than executing them.
const columns = 'player_id, score, reached, rounds'
const counts = 'entry.is_placed'

/** The run, and in it the score of a player with a round that counts. Undefined if there is no such run. */
export async function readScore(
  { pool }: Pick<Database, 'pool'>,
  identity: string,
  playerId: string | null,
): Promise<{ runId: number; own: Score | null } | undefined> {
  const { rows } = await pool.query<{ runId: number } & (Score | { player_id: null })>({
    name: 'tournament-score',
    text: `SELECT run.id AS "runId", ${columns} FROM rewards.tournament_runs AS run
      LEFT JOIN rewards.tournament_scores AS entry ON entry.run_id = run.id AND entry.player_id = $2::uuid AND ${counts}
      WHERE run.identity = $1`,
    values: [identity, playerId],
  })
  if (!rows[0]) return undefined
  const { runId, ...own } = rows[0]
  return { runId, own: own.player_id === null ? null : own }
}

const ranked = `FROM rewards.tournament_scores AS entry WHERE entry.run_id = $1 AND ${counts}`
const soonerThanOwn = 'entry.score = own.score AND (entry.reached, entry.player_id) < (own.reached, own.player_id)'
const laterThanOwn = 'entry.score = own.score AND (entry.reached, entry.player_id) > (own.reached, own.player_id)'
const laterThanMark = '(entry.reached, entry.player_id) > ($4::bigint, $5::uuid)'
const count = (condition: string) => `(SELECT count(*) ${ranked} AND ${condition})`
const next = (condition: string, order: string) =>
  `SELECT near.*, NULL::int FROM own CROSS JOIN LATERAL (SELECT ${columns} ${ranked} AND ${condition} ORDER BY ${order} LIMIT $6) AS near`

/** Each part is a range of the index, however many scores are equal. */
const neighbourhood = `
  WITH own AS MATERIALIZED (SELECT ${columns} ${ranked} AND entry.player_id = $2)
  SELECT own.*, (CASE WHEN own.score = $3::bigint THEN ${count(`${soonerThanOwn} AND ${laterThanMark}`)}
    ELSE ${count(`entry.score = $3 AND ${laterThanMark}`)} + ${count('entry.score < $3 AND entry.score > own.score')} + ${count(soonerThanOwn)}
    END)::int AS between FROM own
  UNION ALL ${next(soonerThanOwn, 'entry.score, entry.reached DESC, entry.player_id DESC')}
  UNION ALL ${next('entry.score > own.score', 'entry.score, entry.reached DESC, entry.player_id DESC')}
  UNION ALL ${next(laterThanOwn, 'entry.score DESC, entry.reached, entry.player_id')}
  UNION ALL ${next('entry.score < own.score', 'entry.score DESC, entry.reached, entry.player_id')}`

/** Ahead of every score. */
const aheadOfAll: Mark = { score: 2n ** 63n - 1n, reached: 0n, player_id: '00000000-0000-0000-0000-000000000000' }

/**
 * A score with its place, between those just ahead of it and those just behind, all of one moment. The place is counted
 * from the nearest mark ahead, or from the top where that is as near. Empty if no round counts any more.
 */
export async function readNeighbourhood(
  { pool }: Pick<Database, 'pool'>,
  runId: number,
  own: Score,
  { every, marks, reach }: Marks & { reach: number },
): Promise<Placed[]> {
  const nearest = marks.findLastIndex((each) => isAhead(each, own))
  const [mark, counted] = nearest > 1 ? [marks[nearest]!, nearest * every + 1] : [aheadOfAll, 0]
  const { rows } = await pool.query<Score & { between: number | null }>({
    name: 'tournament-neighbourhood',
    text: neighbourhood,
    values: [runId, own.player_id, mark.score, mark.reached, mark.player_id, reach],
  })
  const found = rows.find(({ between }) => between !== null)
  if (!found) return []
  // It has passed the mark since it was read.
  if (!isAhead(mark, found)) return readNeighbourhood({ pool }, runId, found, { every, marks, reach })
  const inOrder = rows.toSorted((one, other) => (isAhead(one, other) ? -1 : 1))
  const at = inOrder.indexOf(found)
  const place = counted + found.between! + 1
  return inOrder
    .map(({ player_id, score, reached, rounds }, index) => {
      return { player_id, score, reached, rounds, place: place - at + index }
    })
    .slice(Math.max(0, at - reach), at + reach + 1)
}
