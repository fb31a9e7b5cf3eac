import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useActiveBonus } from './use-active-bonus.ts'

const run = hooks()
const bonuses = [
  { id: 'issued', status: 1, currency: 'EUR' },
  { id: 'finished', status: 3, currency: 'EUR' },
  { id: 'of dollars', status: 2, currency: 'USD' },
  { id: 'of euros', status: 2, currency: 'EUR' },
]

// Shows: 3.18.1
test.each<[string | undefined, string | undefined]>([
  ['EUR', 'of euros'],
  ['USD', 'of dollars'],
  ['BTC', undefined],
  [undefined, undefined],
])('the active bonus of %s is the one with status 2 in that currency: %s', async (currency, id) => {
  const { current } = await run(() => useActiveBonus(currency), { answer: () => ({ body: bonuses }) })
  expect(current?.id).toBe(id)
  const off = await run(() => useActiveBonus(currency, false), { answer: () => ({ body: bonuses }) })
  expect([off.current, off.calls]).toEqual([undefined, []])
})
