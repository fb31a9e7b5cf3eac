/** Tests of the tournament views in all states and locales, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { type Leaderboard, type ScoreKind, scoreKinds, type Tournament } from '#contract/tournaments.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { OwnPlaceView } from '../../features/tournaments/own-places.tsx'
import { StripView } from '../../features/tournaments/place-strip.tsx'
import { LeaderboardView } from './leaderboard-table.tsx'
import { Prizes } from './prizes.tsx'
import { Rules } from './rules.tsx'

const entry = (place: number) => ({
  playerId: '5f0c11ab-4a3c-4d28-a1c0-9b3a5d3fab1f',
  name: `Pl***${place}`,
  score: 1000,
})
const prizes = Array.from({ length: 6 }, (_, index) => ({
  place: index + 1,
  title: index < 3 ? `€${90 - index * 20}` : '€5',
  amount: null,
  cash: (index < 3 ? 90 - index * 20 : 5) * 100,
  entry: null,
}))
const tournament = (score: ScoreKind, overrides: Partial<Tournament['rules']> = {}): Tournament => ({
  identity: 'race-2026-11-22',
  title: 'Harbour race',
  description: 'For the test.',
  state: 'running',
  startsAt: '2026-11-22T00:00:00.000Z',
  endsAt: '2026-11-23T00:00:00.000Z',
  remainingMs: 1000,
  entry: 'automatic',
  isJoined: false,
  buyIn: null,
  rules: {
    score,
    firstRounds: score === 'multipliers' ? 50 : null,
    bestRounds: null,
    multiplierCap: null,
    minStake: 20,
    games: null,
    currencies: null,
    countsBonusMoney: false,
    countsFreeSpins: false,
    holdMinutes: 2,
    ...overrides,
  },
  currency: 'EUR',
  pool: 12_500,
  prizes,
})
const row = (place: number, isOwn = false) => ({
  place,
  name: isOwn ? 'Marguerite' : 'Ma***',
  score: 5000 - place,
  isOwn,
})
const board: Leaderboard = {
  top: Array.from({ length: 12 }, (_, index) => row(index + 1)),
  own: { place: 40, score: 4960, rounds: 7, around: [row(39), row(40, true), row(41)] },
}

test.each(locales.flatMap((locale) => scoreKinds.map((score) => [locale, score] as const)))(
  'in %s the rules of a tournament by %s have all their texts',
  (locale, score) => {
    const games = [{ id: 'dice', name: 'Dice' }]
    const text = textOf(<Rules tournament={tournament(score, { games, currencies: ['EUR', 'BTC'] })} />, { locale })
    expect(text).not.toMatch(
      /scoreBy_|entry_|undefined|\{|\b(settled|ties|hold|excluded|bonusNot|spinsNot)\b(?=\s[a-z]+_)/,
    )
    expect(text).toContain('Dice')
    expect(text).toContain('BTC')
  },
)

test('prizes are shown as ranges of places before the end and with winners afterwards', () => {
  expect(textOf(<Prizes tournament={{ prizes, currency: 'EUR' }} isOver={false} />)).toContain(
    'Places 4 to 6 €5.00 each',
  )
  const won = prizes.map((prize) => (prize.place < 5 ? { ...prize, entry: entry(prize.place) } : prize))
  const text = textOf(<Prizes tournament={{ prizes: won, currency: 'EUR' }} isOver />)
  expect(text).toContain('Pl***1')
  expect(text).toContain('4. Pl***4 €5')
  expect(text).toContain('5. Not won €5')
})

test('a player beyond the first ten sees the own place with its neighbours, and a guest does not', () => {
  const view = (isSignedIn: boolean) => (
    <LeaderboardView tournament={tournament('multipliers')} board={board} isSignedIn={isSignedIn} />
  )
  const own = textOf(view(true))
  expect(own).toContain('Your place 40 Your score 49.60× 7 rounds counted')
  expect(own).toContain('Marguerite You 49.60×')
  expect(textOf(view(false))).not.toMatch(/Marguerite|Your place/)
})

test('a leaderboard without scores shows a text', () => {
  const text = textOf(<LeaderboardView tournament={tournament('stake')} board={{ top: [], own: null }} isSignedIn />)
  expect(text).toContain('No round has counted yet.')
  expect(text).toContain('None of your rounds has counted yet.')
})

test('the strip shows the own place or that there is none, the next place, and a button to hide it', () => {
  const own = {
    place: 4,
    score: 1250,
    rounds: 3,
    around: [
      { ...row(3), score: 1500 },
      { ...row(4, true), score: 1250 },
    ],
  }
  const view = <StripView tournament={tournament('multiplier')} own={own} onHide={() => {}} />
  expect(textOf(view)).toBe('Harbour race Place 4 12.50× Place 3: 15.00×')
  expect(markupOf(view)).toContain('aria-label="Hide the tournament beside the game"')
  const before = <StripView tournament={tournament('multiplier')} own={null} onHide={() => {}} />
  expect(textOf(before)).toBe('Harbour race No place yet')
})

test('the own place next to a game links to the tournament', () => {
  const text = textOf(<OwnPlaceView tournament={tournament('multiplier')} own={{ place: 4, score: 1250 }} />)
  expect(text.trim()).toBe('Harbour race Place 4 12.50×')
})
