import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { useTurnover } from './turnover.ts'
import { useLimits } from './use-limits.ts'

const run = hooks()

// Shows: 8.5.1
test('limits, which deposits use up, are read again by each view that shows them', async () => {
  const page = await run(useLimits, { answers: [[apiKey('GET /api/player/limits'), []]], answer: () => ({ body: [] }) })
  expect(page.calls.map(({ route }) => route)).toEqual(['GET /api/player/limits'])
})

// Shows: 2.5.14, 7.4.5
test('the turnover is read again by each view that shows it, and not before the account is known', async () => {
  const known = apiKey('GET /api/risk/reasons/turn-over-wager', { query: { currency: 'EUR' } })
  const page = await run(() => useTurnover('EUR'), { answers: [[known, {}]] })
  expect(page.calls.map(({ route }) => route)).toEqual(['GET /api/risk/reasons/turn-over-wager?currency=EUR'])
  expect((await run(() => useTurnover(undefined))).calls).toEqual([])
})
