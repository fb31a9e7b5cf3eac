import { expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { chosenRegion, usePaymentRegion } from './region.ts'

const run = hooks()
const profile = (country: string | null) => [apiKey('GET /api/player/profile'), { id: 'me', status: 1, country }]

// Shows: 2.5.7
test.each([
  ['a guest', false, null, 'DE'],
  ['a player without a country', true, null, 'DE'],
  ['a player', true, 'AT', 'AT'],
] as const)('the region of %s, signed in: %s, with the country %s is %s', async (_, isSignedIn, country, region) => {
  const answers = isSignedIn ? [profile(country)] : []
  const { current } = await run(usePaymentRegion, { isSignedIn, answers: answers as never, init: { country: 'DE' } })
  expect([current.country, current.isKnown]).toEqual([region, true])
})

// Shows: 2.5.7
test('a region that was chosen goes before the player’s country, and is kept for this tab alone', async () => {
  const stored = { session: new Map<string, string>(), local: new Map<string, string>() }
  const page = await run(usePaymentRegion, { isSignedIn: true, answers: [profile('AT')] as never })
  const storage = (kind: Map<string, string>) => ({
    setItem: (key: string, value: string) => kind.set(key, value),
    removeItem: (key: string) => kind.delete(key),
  })
  vi.stubGlobal('sessionStorage', storage(stored.session))
  vi.stubGlobal('localStorage', storage(stored.local))
  await page.perform(({ choose }) => choose('BR'))
  expect([page.current.country, stored.session.size, stored.local.size]).toEqual(['BR', 1, 0])
  await page.perform(() => chosenRegion.write(null))
})

// Shows: 2.5.7
test('the region of a player is unknown until the profile is read', async () => {
  const page = await run(usePaymentRegion, { isSignedIn: true, answer: () => new Promise(() => undefined) })
  expect(page.current.isKnown).toBe(false)
})
