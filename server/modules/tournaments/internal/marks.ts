/**
 * Marks of long leaderboards, kept for a moment: who is far down sees a place that is exact but for what happened in the
 * last seconds, and costs the database as little as one of the first.
 */
import type { Database } from '../../../db/connect.ts'
import { type Marks, readMarks } from './leaderboard.ts'

const every = 500
const freshMs = 2_000
/** Reading them never takes more than this share of the time. */
const share = 20

type Kept = { marks: Promise<Marks>; freshUntil: number; isRefreshing: boolean }
const kept = new WeakMap<Database['kysely'], Map<number, Kept>>()
/** Runs of which marks are kept; the oldest are read again. */
const mostRuns = 50

/** Only the first caller waits; marks that are no longer fresh are used once more while new ones are read. */
export function marksOf({ kysely }: Pick<Database, 'kysely'>, runId: number): Promise<Marks> {
  const runs = kept.get(kysely) ?? new Map<number, Kept>()
  kept.set(kysely, runs)
  const known = runs.get(runId)
  if (known && (known.isRefreshing || performance.now() < known.freshUntil)) return known.marks
  const startedAt = performance.now()
  const marks = readMarks(kysely, runId, every)
  const next: Kept = { marks: known?.marks ?? marks, freshUntil: 0, isRefreshing: true }
  runs.delete(runId)
  runs.set(runId, next)
  if (runs.size > mostRuns) runs.delete(runs.keys().next().value!)
  const refresh = async () => {
    try {
      await marks
      const now = performance.now()
      const lasts = Math.max(freshMs, (now - startedAt) * share)
      Object.assign(next, { marks, freshUntil: now + lasts, isRefreshing: false })
    } catch {
      // Who waits for them sees the error; the next caller reads again.
      runs.delete(runId)
    }
  }
  void refresh()
  return next.marks
}
