import { expect, test, vi } from 'vitest'
import type { PaymentMethod } from '#contract/payments.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { useMethodChoice } from './use-method-choice.ts'

const run = hooks()
const methods = [{ method: 'card' }, { method: 'bank' }] as PaymentMethod[]

/** The choice in a window of so many pixels. */
async function choiceAt(width: number) {
  const page = await run(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: width >= Number(/^\(min-width: (\d+)px\)$/.exec(query)![1]),
      addEventListener() {},
      removeEventListener() {},
    }))
    return useMethodChoice(methods)
  })
  const shown = () => ({
    method: page.current.method?.method,
    isListShown: page.current.isListShown,
    isBackShown: page.current.isBackShown,
  })
  return { page, shown }
}

// Shows: 2.5.2, 9.6.3, 4.14.2
test('below 768 px no method is chosen, and either the list or the form is shown', async () => {
  const { page, shown } = await choiceAt(767)
  expect(shown()).toEqual({ method: undefined, isListShown: true, isBackShown: false })
  await page.perform(({ choose }) => choose('bank'))
  expect(shown()).toEqual({ method: 'bank', isListShown: false, isBackShown: true })
  expect(page.events).toMatchObject([{ event: 'wallet', step: 'method' }])
  await page.perform(({ forget }) => forget())
  expect(shown()).toEqual({ method: undefined, isListShown: true, isBackShown: false })
})

// Shows: 2.5.2, 9.6.3
test('from 768 px the first method is chosen, beside the list', async () => {
  const { page, shown } = await choiceAt(768)
  expect(shown()).toEqual({ method: 'card', isListShown: true, isBackShown: false })
  expect(page.events).toEqual([])
  await page.perform(({ choose }) => choose('bank'))
  expect(shown()).toEqual({ method: 'bank', isListShown: true, isBackShown: false })
})
