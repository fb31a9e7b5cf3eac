/** Tests that the page of a round shows every recorded part of its outcome. */
import { expect, test } from 'vitest'
import type { FairOutcome } from '#contract/games.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { definition as towers } from '#games/towers/maths.ts'
import { gameWords } from '#games/words.ts'
import type { SpinOutcome } from '#games/slot-engine/outcome.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { Cards } from './cards.tsx'
import { OutcomePicture } from './outcome-picture.tsx'

const round = { mathsVersion: '1.0.0', serverSeed: 'a'.repeat(64), clientSeed: 'mine', choice: null }

/** Finds the first round of a game that meets a condition. */
async function roundOf(game: string, stake: number, meets: (outcome: SpinOutcome) => boolean): Promise<SpinOutcome> {
  for (let nonce = 0; ; nonce++) {
    const { outcome } = await verifyRound({ ...round, game, nonce, stake })
    if ('spins' in outcome && meets(outcome)) return outcome
  }
}

const shown = (game: string, outcome: FairOutcome) =>
  markupOf(<OutcomePicture gameId={game} outcome={outcome} currency="EUR" />)

test('hold-and-win shows every respin with the values of its coins and with empty places', async () => {
  const outcome = await roundOf('night-express', 100, ({ spins }) => spins.length > 4 && spins.length <= 20)
  const markup = shown('night-express', outcome)
  const values = outcome.spins.flatMap((spin) => spin.values?.flat() ?? [])
  expect(markup.match(/<bdi>/g)).toHaveLength(values.filter((value) => value > 0).length)
  expect(markup).toContain(`<bdi>€${(values.find((value) => value > 0)! / 100).toFixed(2)}</bdi>`)
  expect(markup.match(/<figure/g)).toHaveLength(outcome.spins.length)
  expect(markup).toContain('/symbols/blank.svg')
})

test('every step of a cascade is shown with its payout', async () => {
  const outcome = await roundOf('honeyfall', 100, ({ spins }) => spins.length === 4)
  const markup = shown('honeyfall', outcome)
  expect(markup.match(/<figcaption>/g)).toHaveLength(4)
  for (const [index, { payout }] of outcome.spins.entries())
    expect(markup).toContain(`Spin ${index + 1}: €${(payout / 100).toFixed(2)}`)
})

test('reels of different heights are shown with exactly their symbols', async () => {
  const outcome = await roundOf(
    'kite-festival',
    100,
    ({ spins }) => new Set(spins[0]!.grid.map((reel) => reel.length)).size > 2,
  )
  const markup = shown('kite-festival', outcome)
  expect(markup).not.toContain('undefined')
  expect(markup.match(/data-src=/g)).toHaveLength(outcome.spins[0]!.grid.flat().length)
})

test('symbols have their names in the locale as alternative text, and an empty place has none', async () => {
  const outcome = await roundOf('night-express', 100, ({ spins }) => spins.length > 4 && spins.length <= 20)
  const { symbols } = gameWords('night-express', 'de')
  const id = 'night-express'
  const markup = markupOf(<OutcomePicture gameId={id} outcome={outcome} currency="EUR" />, {
    locale: 'de',
    answers: [[apiKey('GET /api/game/games/{id}', { params: { id } }), { symbols }]],
  })
  const shownNames = outcome.spins.flatMap(({ grid }) => grid.flat()).map((symbol) => symbols![symbol] ?? '')
  expect(new Set(shownNames).size).toBeGreaterThan(3)
  expect([...markup.matchAll(/data-src="[^"]+" alt="([^"]*)"/g)].map(([, name]) => name)).toHaveLength(
    shownNames.length,
  )
  expect(new Set([...markup.matchAll(/data-src="[^"]+" alt="([^"]*)"/g)].map(([, name]) => name))).toEqual(
    new Set(shownNames),
  )
})

test.each([
  ['de', 'Kreuz', 'Herz'],
  ['ar', 'سباتي', 'كوبة'],
])('cards have the name of their suit as alternative text in %s', (locale, clubs, hearts) => {
  const markup = markupOf(<Cards cards={[0, 26]} gameId="blackjack" />, { locale })
  expect([...markup.matchAll(/alt="([^"]*)"/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining([clubs, hearts]),
  )
})

test.each([
  ['en', '1 mine, 1 safe tile revealed'],
  ['de', '1 Mine, 1 sicheres Feld aufgedeckt'],
  ['es', '1 mina, 1 casilla segura descubierta'],
  ['fr-CA', '1 mine, 1 case sûre dévoilée'],
  ['pt-BR', '1 mina, 1 casa segura revelada'],
])('one mine and one safe tile are written in the singular in %s', (locale, text) => {
  const view = { game: 'mines' as const, count: 1, mines: [3], revealed: [0], worth: null }
  const outcome = { view, acts: [] } as unknown as FairOutcome
  expect(markupOf(<OutcomePicture gameId="mines" outcome={outcome} currency="EUR" />, { locale })).toContain(text)
})

test.each(towers.towers)(
  'of a round of Towers, each floor of the tower $tower is shown with its $tiles doors',
  ({ tower, tiles, safe }) => {
    const safeDoors = Array.from({ length: safe }, (_, door) => door)
    const outcome = {
      view: { game: 'towers', tower, climbed: [0, tiles - 1], worth: null, safe: [safeDoors, safeDoors] },
      acts: [],
    } as unknown as FairOutcome
    const markup = shown('towers', outcome)
    expect(markup).toContain(`--reels:${tiles}`)
    expect(markup.match(/data-src="[^"]*lamp\.svg/g)).toHaveLength(2 * safe)
    expect(markup.match(/data-src="[^"]*trap\.svg/g)).toHaveLength(2 * (tiles - safe))
  },
)
