/** The wait before a failed attempt is repeated: a second, doubled with each failure, up to the longest delay. */
export function retryDelayMs(failures: number, longestMs: number): number {
  return Math.min(longestMs, 1000 * 2 ** failures)
}
