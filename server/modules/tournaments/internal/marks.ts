/**
 * Marks of long leaderboards, kept for a moment: who is far down sees a place that is exact but for what happened in the
 * last seconds, and costs the database as little as one of the first.
 */
import type { Database } from '../../../db/connect.ts'
import { keepReads } from './kept.ts'
import { type Marks, readMarks } from './leaderboard.ts'

const every = 500
const keep = keepReads<Marks>({ freshMs: 2_000 })

export const marksOf = (db: Database, runId: number): Promise<Marks> =>
  keep(db, runId, () => readMarks(db.kysely, runId, every))
