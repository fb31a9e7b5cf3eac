/**
 * Marks of long leaderboards, shared for a moment: who is far down sees a place that is exact but for what happened in the
 * last seconds, and costs the database as little as one of the first.
 */
import type { Database } from '../../../kernel/db/connect.ts'
import { shareReads } from './shared-reads.ts'
import { type Marks, readMarks } from './leaderboard.ts'

const every = 500
const share = shareReads<Marks>({ freshMs: 2_000 })

export const marksOf = (db: Database, runId: number): Promise<Marks> =>
  share(db, runId, () => readMarks(db.kysely, runId, every))
