import { expect, test } from 'vitest'
import type { Limit } from '#contract/limits.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { type LimitActions, useLimitActions } from './use-limits.ts'

const run = hooks()
const limit = (change: Partial<Limit>) =>
  ({ id: 'l1', definition: 3, period: 'daily', amount: 5000, currency: 'EUR', pending: null, ...change }) as Limit
const reads = {
  limits: 'GET /api/player/limits',
  methods: 'GET /api/payment/methods/deposit',
  protection: 'GET /api/player/protection',
  profile: 'GET /api/player/profile',
} as const
type Read = keyof typeof reads

// Shows: 7.3.7, 8.5.1
test.each<[string, Limit, (actions: LimitActions) => Promise<Limit>, object, string[], Read[]]>([
  [
    'a new limit',
    limit({ id: 'l2' }),
    ({ add }) => add({ definition: 3, period: 'weekly', amount: 5000, currency: 'EUR' }),
    {
      route: 'POST /api/player/limits',
      body: { definition: 3, period: 'weekly', amount: 5000, currency: 'EUR' },
    },
    ['l1 9000', 'l2 5000'],
    ['limits', 'methods', 'protection'],
  ],
  [
    'a lower limit',
    limit({}),
    ({ change }) => change(limit({ amount: 9000 }), { period: 'daily', amount: 5000 }),
    { route: 'PUT /api/player/limits/l1', body: { period: 'daily', amount: 5000 } },
    ['l1 5000'],
    ['limits', 'methods', 'protection'],
  ],
  [
    'a removal',
    limit({ pending: { amount: null } as Limit['pending'] }),
    ({ remove }) => remove(limit({})),
    { route: 'DELETE /api/player/limits/l1', body: null },
    ['l1 5000'],
    ['limits', 'methods', 'protection'],
  ],
  [
    'a break',
    limit({ id: 'l2', definition: 5, amount: null }),
    ({ add }) => add({ definition: 5, period: '1-day' }),
    { route: 'POST /api/player/limits', body: { definition: 5, period: '1-day' } },
    ['l1 9000', 'l2 null'],
    ['limits', 'methods', 'protection', 'profile'],
  ],
  [
    'a self-exclusion, which has ended the session',
    limit({ id: 'l2', definition: 4, amount: null }),
    ({ add }) => add({ definition: 4, period: '1-year' }),
    { route: 'POST /api/player/limits', body: { definition: 4, period: '1-year' } },
    ['l1 9000'],
    [],
  ],
])('%s is shown at once, and what depends on it is read again', async (_, answered, act, call, shown, again) => {
  const routes = Object.keys(reads) as Read[]
  const page = await run(useLimitActions, {
    answers: routes.map((name) => [apiKey(reads[name]), name === 'limits' ? [limit({ amount: 9000 })] : {}]),
    answer: () => ({ body: answered }),
  })
  expect(await page.perform(act)).toEqual(answered)
  expect(page.calls).toEqual([call])
  const cached = page.client.getQueryData<Limit[]>(apiKey(reads.limits))!
  expect(cached.map(({ id, amount }) => `${id} ${amount}`)).toEqual(shown)
  expect(routes.filter((name) => page.client.getQueryState(apiKey(reads[name]))!.isInvalidated)).toEqual(again)
})
