/** The hours in which marketing may be sent, in the player's time zone. */

export type Hours = { from: string; to: string }
const stepMs = 15 * 60_000
const steps = (2 * 86_400_000) / stepMs

/**
 * Those of the profile; else every zone of the country, so that the hour is allowed wherever the player is. UTC is for a
 * place that has none.
 */
export function zonesOf({ timeZone, country }: { timeZone: string | undefined; country: string }): string[] {
  if (timeZone) return [timeZone]
  // In Node's engine, and not yet in TypeScript's library.
  const region = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  const zones = region.getTimeZones?.() ?? []
  return zones.length > 0 ? zones : ['UTC']
}

/** Now, if it is allowed in every zone; else the next quarter of an hour that is; null if there is none within two days. */
export function nextAllowed(now: Date, zones: string[], hours: Hours): Date | null {
  const isAllowed = (at: Date) => zones.every((zone) => isWithin(timeIn(zone, at), hours))
  if (isAllowed(now)) return now
  const first = Math.ceil((now.getTime() + 1) / stepMs) * stepMs
  for (let step = 0; step < steps; step++) {
    const at = new Date(first + step * stepMs)
    if (isAllowed(at)) return at
  }
  return null
}

const formats = new Map<string, Intl.DateTimeFormat>()

function timeIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone)
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })),
    )
  return format.format(at)
}

function isWithin(time: string, { from, to }: Hours): boolean {
  return time >= from && time < to
}
