import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { apiKey } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { accountRoute } from './account.ts'
import { followLoyalty } from './live.ts'

const account: LoyaltyAccount = {
  points: 40,
  currentLevel: { name: 'Spark', points: 0, order: 1 },
  nextLevel: { name: 'Ember', points: 100 },
  version: 1,
}

/** Returns the queries that a push invalidates on a page with account and levels. */
function invalidatedBy(pushed: Partial<LoyaltyAccount>): string[] {
  const client = new QueryClient()
  const shown = ['GET /api/retention/levels', 'GET /api/retention/rule'] as const
  client.setQueryData(apiKey(accountRoute), account)
  for (const route of shown) client.setQueryData(apiKey(route), [])
  let push: (pushed: LoyaltyAccount) => void = () => undefined
  const live = {
    on: (_channel: string, _event: string, handler: typeof push) => (push = handler),
    onUnrecovered: () => undefined,
  } as unknown as Live
  followLoyalty(live, client)
  push({ ...account, version: 2, ...pushed })
  expect(client.getQueryData(apiKey(accountRoute))).toMatchObject({ version: 2 })
  return shown.filter((route) => client.getQueryState(apiKey(route))!.isInvalidated)
}

// Shows: change 18
test('levels are read again after a push with other thresholds, and not after every stake', () => {
  expect(invalidatedBy({ points: 41 })).toEqual([])
  expect(invalidatedBy({ nextLevel: { name: 'Ember', points: 500 } })).toEqual([
    'GET /api/retention/levels',
    'GET /api/retention/rule',
  ])
  expect(invalidatedBy({ nextLevel: null })).toHaveLength(2)
  expect(invalidatedBy({ currentLevel: { name: 'Spark', points: 10, order: 1 } })).toHaveLength(2)
  expect(invalidatedBy({ currentLevel: { name: 'Funke', points: 0, order: 1 } })).toEqual([])
})
