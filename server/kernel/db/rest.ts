/**
 * The pause of a reader after its work, in proportion to that work, so that commits in the meantime are read together.
 * After the pause, a reader reacts to a commit at once.
 */
export type Rest = { times: number; shortestMs: number; longestMs: number }

export function restAfter(workedMs: number, { times, shortestMs, longestMs }: Rest): number {
  return Math.min(longestMs, Math.max(shortestMs, workedMs * times))
}
