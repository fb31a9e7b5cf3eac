import { expect, onTestFinished, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { compareClocks, serverNow } from '../session/server-clock.ts'
import { Elapsed } from './elapsed.tsx'

const run = hooks()

// Shows: 10.16
test('the play time goes on every second, by the clock of the server', async () => {
  onTestFinished(() => compareClocks(0, 0))
  let since = 0
  const page = await run(() => {
    if (since === 0) {
      compareClocks(Date.now() - 5_400_000, Date.now())
      since = serverNow() - 300_000
    }
    return Elapsed({ since }).props as { children: string }
  })
  expect(page.current.children).toBe('0:05:00')
  await page.pass(1000)
  expect(page.current.children).toBe('0:05:01')
  await page.pass(59_000)
  expect(page.current.children).toBe('0:06:00')
})
