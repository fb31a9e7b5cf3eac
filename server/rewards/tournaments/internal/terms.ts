/** When runs start and end: UTC days, and weeks from Monday on. */
import type { TournamentDefinition } from '../tournament-kind.ts'

export type Term = { startsAt: Date; endsAt: Date }
const dayMs = 86_400_000

/** The term that contains the moment, and the one after it; for a tournament of its own term, that one while it is not over. */
export function termsAt({ every, term }: Pick<TournamentDefinition, 'every' | 'term'>, now: Date): Term[] {
  if (term) {
    const own = { startsAt: new Date(term.startsAt), endsAt: new Date(term.endsAt) }
    return own.endsAt > now ? [own] : []
  }
  const lengthMs = every === 'week' ? 7 * dayMs : dayMs
  // The epoch was a Thursday.
  const offsetMs = every === 'week' ? 4 * dayMs : 0
  const start = Math.floor((now.getTime() - offsetMs) / lengthMs) * lengthMs + offsetMs
  return [start, start + lengthMs].map((at) => ({ startsAt: new Date(at), endsAt: new Date(at + lengthMs) }))
}

/** `daily-race-2026-11-22`: the day on which the term starts. */
export function identityOf(definition: string, { startsAt }: Term): string {
  return `${definition}-${startsAt.toISOString().slice(0, 10)}`
}
