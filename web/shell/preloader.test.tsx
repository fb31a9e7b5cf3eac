import { useState } from 'react'
import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { usePreloaderStage } from './preloader.tsx'

const run = hooks()

// Shows: 9.8.3, 2.1.13
test('the preloader is hidden after 500 ms and removed after 1000 ms, but not while the page keeps it', async () => {
  const page = await run(() => {
    const [isKept, keep] = useState(false)
    return { stage: usePreloaderStage(isKept), keep }
  })
  const stage = () => page.current.stage
  await page.pass(499)
  expect(stage()).toBe('shown')
  await page.pass(1)
  expect(stage()).toBe('hidden')
  await page.pass(499)
  expect(stage()).toBe('hidden')
  await page.pass(1)
  expect(stage()).toBe('removed')
  await page.perform(({ keep }) => keep(true))
  await page.pass(60_000)
  expect(stage()).toBe('shown')
  await page.perform(({ keep }) => keep(false))
  await page.pass(500)
  expect(stage()).toBe('hidden')
})
