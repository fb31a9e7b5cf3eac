/**
 * What is known before a match: the table of its season, the form of both sides and their earlier meetings. All of it
 * comes from matches that have been played; nothing is stored.
 */
import type { Background, SideRecord, WireMeeting } from '../wire.ts'
import { type Calendar, earlierOf, type Fixture, seasonOf } from './fixtures.ts'
import type { Match } from './match.ts'

const latest = 5
const maxKnown = 5_000

type Parts = { calendar: Calendar; matchOf: (fixture: Fixture) => Match; now: () => number }
/** `score` is null for an abandoned match. */
type Played = { fixture: Fixture; score: { home: number; away: number } | null }

export function createBackground({ calendar, matchOf, now }: Parts) {
  /** Final scores by match. */
  const known = new Map<string, Played['score']>()

  /** Null while the match is not over. */
  function playedOf(fixture: Fixture): Played | null {
    if (fixture.startsAt > now()) return null
    const score = known.get(fixture.id)
    if (score !== undefined) return { fixture, score }
    const { board } = matchOf(fixture).at(now())
    if (board.phase !== 'ended' && board.phase !== 'abandoned') return null
    if (known.size >= maxKnown) known.delete(known.keys().next().value!)
    known.set(fixture.id, board.phase === 'ended' ? board.score : null)
    return playedOf(fixture)
  }

  function lastOf(fixture: Fixture, isWanted: (each: Fixture) => boolean): Played[] {
    const found: Played[] = []
    for (const id of earlierOf(fixture)) {
      const each = calendar.find(id)
      const played = each && isWanted(each) ? playedOf(each) : null
      if (played?.score) found.push(played)
      if (found.length === latest) break
    }
    return found
  }

  function tableOf(fixture: Fixture): SideRecord[] {
    const records = new Map(
      fixture.league.sides.map((side) => [side, { side, played: 0, won: 0, points: 0, scored: 0, conceded: 0 }]),
    )
    for (const id of seasonOf(fixture)) {
      const each = calendar.find(id)
      const played = each && playedOf(each)
      if (!played?.score) continue
      for (const [of, other] of [
        ['home', 'away'],
        ['away', 'home'],
      ] as const) {
        const record = records.get(played.fixture[of])!
        const difference = played.score[of] - played.score[other]
        record.played += 1
        record.won += difference > 0 ? 1 : 0
        record.points += difference > 0 ? 3 : difference === 0 ? 1 : 0
        record.scored += played.score[of]
        record.conceded += played.score[other]
      }
    }
    const ranked = [...records.values()].sort(
      (one, two) =>
        two.points - one.points ||
        two.scored - two.conceded - (one.scored - one.conceded) ||
        two.scored - one.scored ||
        one.side.localeCompare(two.side),
    )
    return ranked.map((record, index) => ({ ...record, position: index + 1, form: [] }))
  }

  return (id: string): Background | null => {
    const fixture = calendar.find(id)
    if (!fixture) return null
    const table = tableOf(fixture)
    const record = (side: string): SideRecord => ({
      ...table.find((each) => each.side === side)!,
      form: lastOf(fixture, ({ home, away }) => home === side || away === side).map(({ fixture: of, score }) => {
        const difference = (score!.home - score!.away) * (of.home === side ? 1 : -1)
        return difference > 0 ? 'won' : difference === 0 ? 'drawn' : 'lost'
      }),
    })
    const isMeeting = ({ home, away }: Fixture) =>
      (home === fixture.home && away === fixture.away) || (home === fixture.away && away === fixture.home)
    const meetings = lastOf(fixture, isMeeting).map(
      ({ fixture: { id: of, home, away, startsAt }, score }): WireMeeting => ({
        id: of,
        home,
        away,
        startsAt,
        score: score!,
      }),
    )
    return { sides: table.length, home: record(fixture.home), away: record(fixture.away), meetings }
  }
}
