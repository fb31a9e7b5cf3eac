/** Weeks of cashback: from Monday 00:00 UTC. */
const dayMs = 86_400_000
export const weekMs = 7 * dayMs

export function weekOf(moment: Date): { start: Date; end: Date } {
  const day = Math.floor(moment.getTime() / dayMs)
  // 1970-01-01 was a Thursday.
  const start = new Date((day - ((day + 3) % 7)) * dayMs)
  return { start, end: endOfWeek(start) }
}

export function endOfWeek(start: Date): Date {
  return new Date(start.getTime() + weekMs)
}
