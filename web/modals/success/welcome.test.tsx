import { Dialog } from '@base-ui/react/dialog'
import { expect, test } from 'vitest'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { modal } from '../success.tsx'

const pageKey = apiKey('GET /api/game/bonuses/pages/{identity}', { params: { identity: 'welcome' } })
const lobby = [apiKey('GET /api/game/lobby'), { games: [{ id: 'tidepool', name: 'Tidepool' }] }] as const
const offer = {
  id: 'welcome-100',
  type: 2,
  assignConditions: { depositPercentage: 100, maxAmountItems: [{ currency: 'EUR', amount: 20_000 }] },
  terms: { wageringMultiplier: 30, winsAs: 'cash' },
}
const offersOf = (...states: string[]) =>
  [pageKey, { currency: 'EUR', offers: states.map((state) => ({ state, code: null, offer })) }] as const
const welcome = (
  <Dialog.Root open>
    <modal.View value="welcome" />
  </Dialog.Root>
)
const show = (answers: RenderOptions['answers'], more: RenderOptions = {}) =>
  textOf(welcome, { isSignedIn: true, ...more, ...(answers && { answers }) })

test('the welcome offers the deposit with bonus and cost, then a demo, then a limit', () => {
  const shown = show([[...offersOf('received', 'open')], [...lobby]])
  expect(shown).toContain('100% up to €200 · 30× wagering')
  const order = ['Make your first deposit', 'Try Tidepool for free', 'Set a deposit limit', 'Look around first']
  expect(order.map((words) => shown.indexOf(words))).toEqual(
    order.map((words) => shown.indexOf(words)).toSorted((a, b) => a - b),
  )
  for (const words of order) expect(shown).toContain(words)
  expect(markupOf(welcome, { isSignedIn: true, answers: [[...offersOf('open')]] })).toContain(
    'wallet=deposit&amp;deposit-bonus=welcome-100',
  )
})

test('without an offer the welcome names no bonus, and where play is not allowed no deposit', () => {
  const without = show([[...offersOf('received')], [...lobby]])
  expect(without).toContain('Choose a method and an amount')
  expect(without).not.toContain('100%')
  expect(show([[...offersOf('open')]], { init: { isRestricted: true } })).not.toContain('Make your first deposit')
})

test('beside a game the welcome leads back to it instead of to a demo', () => {
  const shown = show([[...lobby]], { path: '/games/dice', entry: { path: '/games/:id' } })
  expect(shown).toContain('Continue to the game')
  expect(shown).not.toContain('Tidepool')
})
