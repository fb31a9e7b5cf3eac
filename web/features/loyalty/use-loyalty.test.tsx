import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useLoyaltyAccount } from './use-loyalty.ts'

const run = hooks()

// Shows: 1.4.2
test.each([
  [true, true, ['GET /api/retention/account']],
  [true, false, []],
  [false, true, []],
])('signed in: %s, loyalty on: %s: a page reads %j', async (isSignedIn, isLoyaltyEnabled, read) => {
  const page = await run(useLoyaltyAccount, { isSignedIn, init: { config: { isLoyaltyEnabled } } })
  expect(page.calls.map(({ route }) => route)).toEqual(read)
})
