/** Tests of the totals above the history, rendered from fixtures. */
import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../../api/use-api.ts'
import { PaidTotals, paidQuery, playedQuery, PlayTotals } from './totals.tsx'

const week = { from: '2026-11-16', to: '2026-11-22', currency: '' }
const ever = { from: '', to: '', currency: '' }
const played = { currency: 'EUR', staked: 10_000, stakedFromBonus: 0, won: 9000, inPlay: 0, net: -1000 }

// Shows: 10.20
test('player protection 20: the totals of the selected range show stakes, wins and the result', () => {
  const answers = [[apiKey('GET /api/wallet/totals', playedQuery(week)), [played]]] as never
  expect(textOf(<PlayTotals days={week} />, { answers })).toMatch(/€100\.00 .*€90\.00 .*−€10\.00/)
})

// Shows: 10.21
test('player protection 21: stakes from bonus money are separate, and net deposits cover the whole time', () => {
  const withBonus = { ...played, stakedFromBonus: 2500 }
  const answers = [
    [apiKey('GET /api/wallet/totals', playedQuery(ever)), [withBonus]],
    [
      apiKey('GET /api/payment/invoices/statistics', paidQuery(week)),
      {
        successDepositNumber: 3,
        totals: [{ currency: 'EUR', deposited: 500, withdrawn: 0, net: 500 }],
        lifetime: [{ currency: 'EUR', deposited: 30_000, withdrawn: 12_000, net: 18_000 }],
      },
    ],
  ] as never
  expect(textOf(<PlayTotals days={ever} />, { answers })).toContain('€25.00')
  const paid = textOf(<PaidTotals days={week} />, { answers })
  expect(paid).toMatch(/€5\.00 .*€300\.00 .*€120\.00 .*€180\.00/)
})
