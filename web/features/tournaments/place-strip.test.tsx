import { afterEach, expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import PlaceStrip, { StripView } from './place-strip.tsx'

afterEach(() => vi.unstubAllGlobals())
const words = labelsOf('tournaments', 'en')
const tournament = (identity: string, part: object = {}, rules: object = {}) => ({
  identity,
  title: `Race ${identity}`,
  state: 'running',
  remainingMs: 1000,
  entry: 'automatic',
  currency: 'EUR',
  ...part,
  rules: { score: 'stake', games: null, ...rules },
})
const own = (place: number, score = 1250) => ({
  place,
  score,
  around: [...(place > 1 ? [{ place: place - 1, score: score + 100 }] : []), { place: place + 1, score: score - 100 }],
})

/** The strips beside the dice; the place in each run is known as null unless it is given. */
function shown(running: object[], places: Record<string, object> = {}): string {
  const boards = (running as Array<{ identity: string }>).map(({ identity }): [readonly unknown[], unknown] => [
    apiKey('GET /api/retention/tournaments/{identity}/leaderboard', {
      params: { identity },
      query: { top: 0 },
    }),
    { own: places[identity] ?? null },
  ])
  return textOf(<PlaceStrip gameId="dice" rounds={0} />, {
    answers: [[apiKey('GET /api/retention/tournaments'), { running }], ...boards],
  })
}
const racesIn = (text: string) => [...text.matchAll(/Race (\w+)/g)].map(([, identity]) => identity)

test('three runs at most are shown, of those that count the game and have begun, the earliest end first', () => {
  const text = shown([
    tournament('d', { remainingMs: 4 }),
    tournament('b', { remainingMs: 2 }, { games: [{ id: 'wheel' }, { id: 'dice' }] }),
    tournament('x', { remainingMs: 0 }, { games: [{ id: 'wheel' }] }),
    tournament('y', { remainingMs: 0, state: 'finalising' }),
    tournament('a', { remainingMs: 1 }),
    tournament('c', { remainingMs: 3 }),
  ])
  expect(racesIn(text)).toEqual(['a', 'b', 'c'])
})

test('a run that players join is shown to those who have a place in it', () => {
  const confirmed = tournament('a', { entry: 'confirmed' })
  expect(shown([confirmed])).toBe('')
  expect(racesIn(shown([confirmed], { a: own(5) }))).toEqual(['a'])
  expect(shown([tournament('a')])).toContain(words.noPlace)
})

test('the own place and score are beside those of the place ahead, which the first one has not', () => {
  const view = (place: number) =>
    textOf(<StripView tournament={tournament('a') as never} own={own(place) as never} onHide={() => {}} />)
  expect(view(5)).toMatch(/Place 5 €12\.50 Place 4: €13\.50/)
  expect(view(1)).toMatch(/Place 1 €12\.50$/)
})

test.each([
  ['net', '€12.50'],
  ['rounds', '1,250'],
  ['multiplier', '12.50×'],
  ['multipliers', '12.50×'],
  ['equalised', '12.50×'],
])('scores by %s read %s', (score, text) => {
  const of = tournament('a', {}, { score }) as never
  const read = textOf(<StripView tournament={of} own={own(5) as never} onHide={() => {}} />)
  expect(read).toContain(`Place 5 ${text}`)
})
