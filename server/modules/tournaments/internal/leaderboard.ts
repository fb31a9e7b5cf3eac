/** The order of scores: the highest first; of equal ones, whoever reached it first. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/** So many players ahead are counted one by one. */
const countedAhead = 1_000

/**
 * Undefined without a round that counts. Further down than `countedAhead`, the place is counted from the nearest mark;
 * without marks, from the top.
 */
export async function readPlaced(
  db: Db,
  runId: number,
  playerId: string,
  marksOf?: () => Promise<Marks>,
): Promise<Placed | undefined> {
  const { rows } = await sql<Score & { near: number }>`
    WITH own AS MATERIALIZED (
      SELECT player_id, score, reached, rounds ${ranked(runId)} AND player_id = ${playerId})
    SELECT own.*, (${ahead(runId, marksOf && countedAhead + 1)})::int AS near FROM own`.execute(db)
  if (!rows[0]) return undefined
  const { near, ...own } = rows[0]
  if (!marksOf || near <= countedAhead) return { ...own, place: near + 1 }
  const { every, marks } = await marksOf()
  const last = marks.findLastIndex((mark) => isAhead(mark, own))
  if (last === -1) return { ...own, place: (await countAhead(db, runId, own)) + 1 }
  return { ...own, place: last * every + 1 + (await countBetween(db, runId, marks[last]!, own)) + 1 }
}

const ranked = (runId: number) =>
  sql`FROM rewards.tournament_scores WHERE run_id = ${runId} AND rounds > 0 AND NOT is_closed`

/** How many are ahead of the row `own`: the better ones, and those who reached the same score sooner. */
function ahead(runId: number, limit?: number): RawBuilder<unknown> {
  const most = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  const entry = sql`FROM rewards.tournament_scores AS entry WHERE entry.run_id = ${runId} AND entry.rounds > 0 AND NOT entry.is_closed`
  return sql`(SELECT count(*) FROM (SELECT ${entry} AND entry.score > own.score ${most}) AS better)
    + (SELECT count(*) FROM (SELECT ${entry} AND entry.score = own.score
        AND (entry.reached, entry.player_id) < (own.reached, own.player_id) ${most}) AS sooner)`
}

async function countAhead(db: Db, runId: number, own: Score): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    SELECT (${ahead(runId)})::int AS ahead
    FROM (VALUES (${own.score}::bigint, ${own.reached}::bigint, ${own.player_id}::uuid)) AS own (score, reached, player_id)`.execute(
    db,
  )
  return rows[0]!.ahead
}

/** Each part is a range of the index, however many scores are equal. */
async function countBetween(db: Db, runId: number, mark: Mark, own: Score): Promise<number> {
  const behindMark = sql`(reached, player_id) > (${mark.reached}, ${mark.player_id})`
  const aheadOfOwn = sql`(reached, player_id) < (${own.reached}, ${own.player_id})`
  const parts =
    mark.score === own.score
      ? [sql`score = ${own.score} AND ${behindMark} AND ${aheadOfOwn}`]
      : [
          sql`score = ${mark.score} AND ${behindMark}`,
          sql`score < ${mark.score} AND score > ${own.score}`,
          sql`score = ${own.score} AND ${aheadOfOwn}`,
        ]
  const { rows } = await sql<{ between: number }>`
    SELECT (${sql.join(
      parts.map((part) => sql`(SELECT count(*) ${ranked(runId)} AND ${part})`),
      sql` + `,
    )})::int AS between`.execute(db)
  return rows[0]!.between
}

export type Mark = Pick<Score, 'player_id' | 'score' | 'reached'>
/** The players at the places 1, 1 + `every`, 1 + 2 x `every`, … at one moment. */
export type Marks = { every: number; marks: Mark[] }

export async function readMarks(db: Db, runId: number, every: number): Promise<Marks> {
  const { rows } = await sql<Mark>`
    SELECT player_id, score, reached FROM (
      SELECT player_id, score, reached, row_number() OVER (ORDER BY score DESC, reached, player_id) AS place ${ranked(runId)}
    ) AS placed WHERE (place - 1) % ${every} = 0 ORDER BY place`.execute(db)
  return { every, marks: rows }
}

function isAhead(one: Mark, other: Mark): boolean {
  if (one.score !== other.score) return one.score > other.score
  if (one.reached !== other.reached) return one.reached < other.reached
  return one.player_id < other.player_id
}

/**
 * Those just ahead of a score and just behind it, with their places. Others may have passed it since its place was read:
 * then they are ahead of it all the same.
 */
export async function readAround(db: Db, runId: number, own: Placed, reach: number): Promise<Placed[]> {
  const { rows } = await sql<Score & { isBetter: boolean }>`
    (SELECT player_id, score, reached, rounds, true AS "isBetter" ${ranked(runId)}
      AND score >= ${own.score} AND (score > ${own.score} OR (reached, player_id) < (${own.reached}, ${own.player_id}))
    ORDER BY score, reached DESC, player_id DESC LIMIT ${reach})
    UNION ALL
    (SELECT player_id, score, reached, rounds, false ${ranked(runId)} AND ${isBehind(own)}
    ORDER BY score DESC, reached, player_id LIMIT ${reach})`.execute(db)
  const better = rows.filter(({ isBetter }) => isBetter).toReversed()
  const behind = rows.filter(({ isBetter }) => !isBetter)
  const first = Math.max(1, own.place - better.length)
  return [...better, own, ...behind].map(({ player_id, score, reached, rounds }, index) => ({
    player_id,
    score,
    reached,
    rounds,
    place: first + index,
  }))
}

function isBehind({ score, reached, player_id }: Score) {
  return sql`score <= ${score} AND (score < ${score} OR (reached, player_id) > (${reached}, ${player_id}))`
}
