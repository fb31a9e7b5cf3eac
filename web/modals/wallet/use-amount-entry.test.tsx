import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useAmount } from './use-amount.ts'
import { useAmountEntry } from './use-amount-entry.ts'

const run = hooks()
const limits = { min: 10, max: 500 }

function useEntry(first: { text: string; isAll?: boolean }) {
  const amount = useAmount(() => first)
  return { amount, entry: useAmountEntry(amount.isAll ? '77' : amount.text, limits, amount) }
}

// Shows: 5.8.1, 5.8.2
test.each([
  ['3', '3', '10'],
  ['', '', '10'],
  ['0501', '501', '500'],
  ['1,200.50', '1200', '500'],
  ['250', '250', '250'],
])('typing %j shows %j, and the amount becomes %s when the input is left', async (typed, shown, left) => {
  const page = await run(() => useEntry({ text: '25' }))
  await page.perform(({ entry }) => entry.type(typed))
  expect(page.current.amount.text).toBe(shown)
  await page.perform(({ entry }) => entry.leave())
  expect([page.current.amount.text, page.current.amount.isSuggested]).toEqual([left, false])
})

// Shows: 5.8.2
test('leaving the input keeps everything available, and that a fraction was dropped', async () => {
  const all = await run(() => useEntry({ text: '', isAll: true }))
  await all.perform(({ entry }) => entry.leave())
  expect(all.current.amount).toMatchObject({ text: '', isAll: true })
  const cut = await run(() => useEntry({ text: '25' }))
  await cut.perform(({ entry }) => entry.type('12.50'))
  await cut.perform(({ entry }) => entry.leave())
  expect([cut.current.amount.text, cut.current.entry.isCut]).toEqual(['12', true])
})

test('after the caret has moved, a digit continues what is shown and not what was typed', async () => {
  const page = await run(() => useEntry({ text: '25' }))
  await page.perform(({ entry }) => entry.type('12.'))
  await page.perform(({ entry }) => entry.moveCaret())
  await page.perform(({ entry }) => entry.type('123'))
  expect(page.current.amount.text).toBe('123')
})
