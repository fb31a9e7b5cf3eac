import { expect, test } from 'vitest'
import { type HookOptions, hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { useAccountActions, useAccounts } from './accounts.ts'

const run = hooks()
const account = (id: string, currency: string, status: number, version = 1) => ({ id, currency, status, version })
const eur = account('e1', 'EUR', 1)
const usdt = account('u1', 'USDT', 2)

async function accounts(own: object[]) {
  const answer: NonNullable<HookOptions['answer']> = ({ route, body }) => {
    if (route === 'POST /api/wallet/accounts')
      return { body: account('n1', (body as { currency: string }).currency, 2) }
    const [, id] = /^PUT \/api\/wallet\/accounts\/(\w+)\/switch$/.exec(route) ?? []
    if (id) return { body: account(id, 'USDT', 1, 2) }
    return route.endsWith('/hide') ? { body: account('u1', 'USDT', 3, 2) } : { body: [] }
  }
  const page = await run(() => ({ ...useAccountActions(), shown: useAccounts().data }), {
    answers: [
      [apiKey('GET /api/wallet/accounts'), own],
      [apiKey('GET /api/player/profile'), { country: 'PT' }],
    ],
    answer,
  })
  const shown = () => page.current.shown!.map(({ id, status }) => `${id} ${status}`)
  return { page, shown }
}
const routesOf = ({ calls }: { calls: Array<{ route: string }> }) => calls.map(({ route }) => route)
const rereads = [
  'GET /api/payment/methods/deposit?currency=USDT&country=PT',
  'GET /api/payment/methods/withdrawal?currency=USDT&country=PT',
  'GET /api/risk/reasons/turn-over-wager?currency=USDT',
]

// Shows: 4.6.1, 4.6.2, 7.4.1, 7.4.2, 7.4.5
test('switching activates the account of the currency, then reads both kinds of methods and the turnover again', async () => {
  const { page, shown } = await accounts([eur, usdt])
  await page.perform(({ switchTo }) => switchTo('USDT'))
  expect(routesOf(page)).toEqual(['PUT /api/wallet/accounts/u1/switch', ...rereads])
  expect(shown()).toEqual(['u1 1', 'e1 2'])
})

// Shows: 4.6.2, 7.4.1
test('an account that is missing is created in the currency first', async () => {
  const { page, shown } = await accounts([eur])
  await page.perform(({ switchTo }) => switchTo('USDT'))
  expect(page.calls[0]).toEqual({ route: 'POST /api/wallet/accounts', body: { currency: 'USDT' } })
  expect(routesOf(page).slice(1)).toEqual(['PUT /api/wallet/accounts/n1/switch', ...rereads])
  expect(shown()).toEqual(['n1 1', 'e1 2'])
})

// Shows: 4.6.2
test('methods and turnover that were read before are read again once the account is switched', async () => {
  const { page } = await accounts([eur, usdt])
  const region = { currency: 'USDT', country: 'PT' }
  const keys = [
    apiKey('GET /api/payment/methods/deposit', { query: region }),
    apiKey('GET /api/payment/methods/withdrawal', { query: region }),
    apiKey('GET /api/risk/reasons/turn-over-wager', { query: { currency: 'USDT' } }),
  ]
  for (const key of keys) page.client.setQueryData(key, ['old'])
  await page.perform(({ switchTo }) => switchTo('USDT'))
  expect(routesOf(page)).toEqual(['PUT /api/wallet/accounts/u1/switch', ...rereads])
  expect(keys.map((key) => page.client.getQueryData(key))).toEqual([[], [], []])
})

// Shows: 4.6.1, 7.4.1
test('a hidden account leaves the list', async () => {
  const { page, shown } = await accounts([eur, usdt])
  await page.perform(({ hide }) => hide(usdt as never))
  expect(routesOf(page)).toEqual(['PUT /api/wallet/accounts/u1/hide'])
  expect(shown()).toEqual(['e1 1'])
})
