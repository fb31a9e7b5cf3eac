import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useCopied } from './copy-button.tsx'

const run = hooks()

// Shows: 2.5.11, 9.8.2
test('a copy is confirmed for 2 s, and for 2 s more after another', async () => {
  const page = await run(useCopied)
  expect(page.current.isCopied).toBe(false)
  await page.perform(({ copied }) => copied())
  await page.pass(1500)
  await page.perform(({ copied }) => copied())
  await page.pass(1999)
  expect(page.current.isCopied).toBe(true)
  await page.pass(1)
  expect(page.current.isCopied).toBe(false)
})
