/** Tests of sports bets in the history, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { SportsBet } from '#contract/sportsbook.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { BetLine } from './bet-line.tsx'

const selection = (change: Partial<SportsBet['selections'][number]> = {}): SportsBet['selections'][number] => ({
  id: 's0',
  eventId: 'e1',
  odds: '1.91',
  isLive: false,
  startsAt: '2026-11-21T18:00:00.000Z',
  names: {
    sport: 'Football',
    league: 'Northern League',
    event: 'Alder – Birch',
    market: 'Match result',
    outcome: 'Alder',
  },
  result: null,
  placeResult: null,
  ...change,
})
const bet = (change: Partial<SportsBet> = {}): SportsBet => ({
  id: '5b0a1c86-0000-4000-8000-000000000000',
  kind: 'single',
  systemSizes: [],
  isEachWay: false,
  currency: 'EUR',
  stake: 1000,
  openStake: 1000,
  payout: 0,
  maximumPayout: 1910,
  bonusStake: 0,
  isFree: false,
  debt: 0,
  status: 'accepted',
  replaces: null,
  cashOut: 640,
  placedAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  selections: [selection()],
  ...change,
})
const ended = (change: Partial<SportsBet>) =>
  bet({ openStake: 0, cashOut: null, endedAt: '2026-11-21T20:00:00.000Z', ...change })
const text = (of: SportsBet, locale = 'en') => textOf(<BetLine bet={of} />, { locale })

test('an open bet shows selection, stake, odds, maximum payout and cash-out value', () => {
  const shown = text(bet())
  for (const texts of [
    'Alder · Alder – Birch',
    'Single',
    '€10.00',
    'Open',
    'Match result',
    'Odds 1.91',
    '€19.10',
    '€6.40',
  ])
    expect(shown).toContain(texts)
  expect(shown).not.toContain('Paid out')
  expect(markupOf(<BetLine bet={bet()} />)).toContain(`reference=${bet().id}`)
})

test.each<[string, SportsBet, string]>([
  ['held', bet({ status: 'held', cashOut: null }), 'Being confirmed'],
  ['declined', ended({ status: 'declined' }), 'Declined'],
  ['won', ended({ status: 'settled', payout: 1910, selections: [selection({ result: 'won' })] }), 'Won €19.10'],
  ['lost', ended({ status: 'settled', selections: [selection({ result: 'lost' })] }), 'Lost'],
  [
    'half lost',
    ended({ status: 'settled', payout: 500, selections: [selection({ result: 'halfLost' })] }),
    'Half lost',
  ],
  ['cashed out', ended({ status: 'cashedOut', payout: 640 }), 'Cashed out €6.40'],
  ['void', ended({ status: 'voided', payout: 1000 }), 'Void €10.00'],
  ['owed', ended({ status: 'settled', debt: 910 }), 'Still owed €9.10'],
  ['partly cashed out', bet({ openStake: 400, payout: 600 }), 'Stake still open €4.00'],
])('a bet that is %s shows its state', (_state, of, texts) => {
  expect(text(of)).toContain(texts)
})

test('an accumulator shows the result of each selection, and an each-way bet also that of the place', () => {
  const selections = [
    selection({ result: 'won' }),
    selection({
      id: 's1',
      isLive: true,
      names: { ...selection().names, outcome: 'Over 2.5' },
      placeResult: 'won',
      result: 'lost',
    }),
  ]
  const shown = text(ended({ status: 'settled', kind: 'accumulator', isEachWay: true, selections }))
  for (const texts of ['Alder + Over 2.5', 'Accumulator, 2 selections · each way', 'In play', 'Place: Won'])
    expect(shown).toContain(texts)
})

test('a bet that was bought by changing another one says so', () => {
  expect(text(bet({ replaces: '5b0a1c86-0000-4000-8000-000000000001' }))).toContain('Replaces an earlier bet')
  expect(text(bet())).not.toContain('Replaces')
})

test('a bet shows the part of its stake from bonus money, and a free bet is marked', () => {
  expect(text(bet({ bonusStake: 400 }))).toContain('Including bonus money €4.00')
  expect(text(bet({ isFree: true }))).toContain('Single · free bet')
})

test('every state has a text in every locale', () => {
  const states = ['held', 'accepted', 'declined', 'settled', 'cashedOut', 'voided'] as const
  const results = ['won', 'lost', 'void', 'halfWon', 'halfLost'] as const
  const kinds = ['single', 'accumulator', 'system'] as const
  for (const locale of localeCodes)
    for (const [index, status] of states.entries()) {
      const shown = text(
        bet({
          status,
          kind: kinds[index % 3]!,
          debt: 1,
          selections: results.map((result) => selection({ id: result, result, placeResult: result })),
        }),
        locale,
      )
      expect(shown).not.toMatch(/bet[A-Z]|result_|betStatus/)
    }
})
