import { expect, test } from 'vitest'
import type { Limit } from '#contract/limits.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { route } from './limits.tsx'

const show = views()
const words = labelsOf('limits')
const limit = (part: Partial<Limit>): Limit => ({
  id: 'l1',
  definition: 2,
  period: 'daily',
  amount: 5000,
  currency: 'EUR',
  currentAmount: 1250,
  reservedAmount: null,
  reservedUntil: null,
  endsAt: '2026-11-22T00:00:00.000Z',
  mayEnd: false,
  pending: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  ...part,
})
const lawful = { ceilings: [], highestStake: null, limitPrompts: [], missingLimits: [], coolingOffPeriods: ['1-day'] }
const limits = async (all: () => Limit[] | null, protection: object = lawful) => {
  const page = await show(<route.View />, {
    path: '/profile/limits',
    answer({ route: called }) {
      const found = called === 'GET /api/player/limits' ? all() : null
      if (called === 'GET /api/player/limits') return found ? { body: found } : { status: 500 }
      if (called === 'GET /api/player/protection') return { body: { ...lawful, ...protection } }
      return { body: called.includes('reality-check') ? { intervalMinutes: 60, choices: [60], play: null } : [] }
    },
  })
  await page.pass(1)
  return page
}

// Shows: 10.5
test('limits are listed by period, the shortest first, each with what is used of it', async () => {
  const { text, find } = await limits(() => [
    limit({ id: 'l2', period: 'monthly', amount: 90_000, currentAmount: 90_001 }),
    limit({}),
    limit({ id: 'l3', definition: 3, amount: 2000, currentAmount: null }),
  ])
  const at = (part: string) => text.indexOf(part)
  const used = words.usedOf!.replace('{used}', '€12.50').replace('{amount}', '€50.00')
  expect(at(used)).toBeGreaterThan(at(words.daily!))
  expect(at(words.monthly!)).toBeGreaterThan(at(used))
  expect(text).toContain(words.usedUp!.replace('{used}', '€900.01').replace('{amount}', '€900.00'))
  expect(text).not.toContain(words.usedOf!.replace('{used}', '€0.00').replace('{amount}', '€20.00'))
  expect(find(words.addLimit!).getAttribute('href')).toBe('/profile/limits?add-cash-limit=true')
  expect(find(words.protectionLink!).getAttribute('href')).toBe('/profile/protection')
})

// Shows: 10.5, 10.10, 10.11
test('the page offers a break, an exclusion and reality checks, also without any limit', async () => {
  const page = await limits(() => [])
  for (const part of [words['cooling-offBegin']!, words['self-exclusionBegin']!, words.realityCheckEvery!])
    expect(page.has(part)).toBe(true)
  expect(page.text).not.toContain(words.loadFailed)
})

test('limits by law are named with their amounts, and where there are none nothing is', async () => {
  const ceilings = [{ period: 'monthly', amount: 100_000, currency: 'EUR' }]
  const { text } = await limits(() => [], { ceilings, highestStake: { amount: 100, currency: 'EUR' } })
  expect(text).toContain('€1,000.00')
  expect(text).toContain(words.lawStake!.replace('{amount}', '€1.00'))
  expect((await limits(() => [])).text).not.toContain('€')
})

test('limits that could not be loaded are asked for again', async () => {
  let isBroken = true
  const page = await limits(() => (isBroken ? null : []))
  expect([page.text.includes(words.loadFailed!), page.has(words.addLimit!)]).toEqual([true, false])
  isBroken = false
  await page.press(words.retry!)
  expect([page.text.includes(words.loadFailed!), page.has(words.addLimit!)]).toEqual([false, true])
})
