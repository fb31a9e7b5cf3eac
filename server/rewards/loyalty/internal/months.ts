/** Calendar months in UTC: the same for every player. */

/** Its start; `ahead` counts months from the one that contains the time. */
export function monthStart(time: Date, ahead = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + ahead, 1))
}

/** As stored in a `date`. */
export function dateText(time: Date): string {
  return time.toISOString().slice(0, 10)
}
