import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { CryptoChoices } from './crypto-choices.tsx'

const show = views()
const currency = (code: string, part: object = {}) => ({
  code,
  name: `The ${code}`,
  type: 'crypto',
  isEnabled: true,
  subunitToUnit: 100,
  symbol: code,
  subCurrencies: [],
  ...part,
})
const currencies = [
  currency('EUR', { type: 'fiat' }),
  currency('BTC'),
  currency('ETH', { isEnabled: false }),
  currency('USDT'),
]
const account = { id: 'a1', currency: 'BTC', status: 1, balance: 0, version: 1 }
const choices = (posts: Answering, of = 'EUR') =>
  show(<CryptoChoices currency={of} />, {
    answers: [
      [apiKey('GET /api/settings/currencies'), currencies],
      [apiKey('GET /api/wallet/accounts'), [{ id: 'a0', currency: 'EUR', status: 1, version: 1 }]],
    ],
    answer: posts,
  })
const named = (page: Awaited<ReturnType<typeof choices>>, code: string) => page.find(`The ${code}`).closest('button')!

test('beside the methods of a fiat account each coin that is offered opens its account', async () => {
  const page = await choices(() => ({ body: account }))
  expect([page.has('The BTC'), page.has('The USDT'), page.has('The ETH'), page.has('The EUR')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await page.press('The BTC')
  expect(page.calls.map(({ route, body }) => [route, body])).toContainEqual([
    'POST /api/wallet/accounts',
    { currency: 'BTC' },
  ])
  expect((await choices(() => ({}), 'BTC')).text).toBe('')
})

test('an account that could not be opened says so, and every coin can be chosen again', async () => {
  const page = await choices(() => ({ status: 500 }))
  await page.press('The USDT')
  expect(page.alerts).toEqual([(contentOf('alerts/common').somethingWrong as { title: string }).title])
  expect(['BTC', 'USDT'].map((code) => named(page, code).disabled)).toEqual([false, false])
})
