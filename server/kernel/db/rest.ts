/**
 * How long a reader rests after its work, in proportion to it: what is committed meanwhile is read together. Whoever
 * has rested reacts at once.
 */
export type Rest = { times: number; shortestMs: number; longestMs: number }

export function restAfter(workedMs: number, { times, shortestMs, longestMs }: Rest): number {
  return Math.min(longestMs, Math.max(shortestMs, workedMs * times))
}
