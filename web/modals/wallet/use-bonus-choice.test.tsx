import { useState } from 'react'
import { expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'
import { hooks } from '#tests/setup/hook.tsx'
import type { BonusRequestFields } from '../../features/bonuses/choice.ts'
import { apiKey } from '../../api/use-api.ts'
import { useAddress } from './crypto-deposit.tsx'
import { enterWallet, leaveWallet } from './funnel.ts'
import { useBonusChoice } from './use-bonus-choice.ts'

const run = hooks()
const bonus = (id: string, from: number) => ({
  id,
  name: id,
  package: null,
  type: 1,
  version: 1,
  triggerConditions: { invoiceAmountItems: [{ currency: 'EUR', amountFrom: from, amountTo: null }] },
  assignConditions: { amountItems: [{ currency: 'EUR', amount: 500 }], maxAmountItems: [], presets: [] },
})
const answers: Array<[readonly unknown[], unknown]> = [
  [apiKey('GET /api/player/profile'), { id: 'p1', status: 1, details: {} }],
  [apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }), []],
  [apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'modals' } }), { wallet: {} }],
  [apiKey('GET /api/game/bonuses', { query: { currency: 'EUR' } }), []],
  [
    apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount: 2000 } }),
    [bonus('small', 1000), bonus('other', 1000)],
  ],
]

/** The choice for a deposit whose amount the player changes. */
async function choosing() {
  const page = await run(
    () => {
      const [amount, setAmount] = useState(2000)
      return { ...useBonusChoice('EUR', amount), setAmount }
    },
    { answers, answer: ({ route }) => ({ body: route.endsWith('amount=5000') ? [bonus('large', 5000)] : [] }) },
  )
  return { page, choice: () => page.current.choice, read: () => page.calls.map(({ route }) => route) }
}

// Shows: 4.9.5, 4.9.3
test('500 ms after the last change of the amount the bonuses for it are read, and the choice follows', async () => {
  const { page, choice, read } = await choosing()
  expect(choice()).toEqual({ kind: 'bonus', id: 'small' })
  await page.perform(({ setAmount }) => setAmount(3000))
  await page.pass(499)
  await page.perform(({ setAmount }) => setAmount(5000))
  await page.pass(499)
  expect(read()).toEqual([])
  await page.pass(1)
  expect(read()).toEqual(['GET /api/game/bonuses?currency=EUR&amount=5000'])
  await page.pass(1)
  expect(choice()).toEqual({ kind: 'bonus', id: 'large' })
  expect(page.current.request).toMatchObject({ bonusId: 'large' })
})

type Start = {
  playerId?: string
  amount?: number | null
  search?: string
  code?: boolean
  profile?: object
  wallet?: object
}
/** The first choice in the wallet, of two bonuses for a deposit of 20.00 or of any amount. */
async function firstChoice({
  playerId = 'p1',
  amount = 2000,
  search = '',
  code = false,
  profile = {},
  wallet = {},
}: Start) {
  const offers = [bonus('small', 1000), bonus('other', 1000)]
  const page = await run(() => useBonusChoice('EUR', amount), {
    search,
    answers: [
      [apiKey('GET /api/player/profile'), { id: playerId, status: 1, details: profile }],
      [
        apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }),
        code ? [{ playerBonusCodeId: 'c1', bonusCode: 'HELLO', bonusId: 'of code', trigger: 3 }] : [],
      ],
      [apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'modals' } }), { wallet }],
      [apiKey('GET /api/game/bonuses', { query: { currency: 'EUR' } }), offers],
      [apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount: 2000 } }), offers],
    ],
  })
  return page.current.choice
}
const declinedByContent = { kind: 'declined', by: 'content' }

// Shows: 4.9.1, 4.9.2
test.each<[string, Start, object]>([
  ['the first bonus', {}, { kind: 'bonus', id: 'small' }],
  ['the first bonus of an address', { amount: null }, { kind: 'bonus', id: 'small' }],
  ['the code', { code: true }, { kind: 'code' }],
  ['a decline before a code', { code: true, wallet: { isBonusDeclined: true } }, declinedByContent],
  ['a decline at the registration', { profile: { receiveBonus: '0' } }, declinedByContent],
  ['no decline at the registration', { profile: { receiveBonus: '1' } }, { kind: 'bonus', id: 'small' }],
  ['a decline of addresses', { amount: null, wallet: { isCryptoBonusDeclined: true } }, declinedByContent],
  ['a bonus despite that', { wallet: { isCryptoBonusDeclined: true } }, { kind: 'bonus', id: 'small' }],
  [
    'the bonus of the link',
    { search: '?wallet=deposit&deposit-bonus=other', code: true, wallet: { isBonusDeclined: true } },
    { kind: 'bonus', id: 'other' },
  ],
])('the wallet begins with %s', async (_, start, choice) => {
  expect(await firstChoice(start)).toEqual(choice)
})

// Shows: 4.9.1, 4.9.4
test('"No bonus" is remembered for this player, until a bonus is chosen', async () => {
  const { page } = await choosing()
  const first = { kind: 'bonus', id: 'small' }
  await page.perform(({ choose }) => choose({ kind: 'declined', by: 'content' }))
  expect(await firstChoice({})).toEqual(first)
  await page.perform(({ choose }) => choose({ kind: 'declined', by: 'player' }))
  expect(await firstChoice({ code: true })).toEqual(declinedByContent)
  expect(await firstChoice({ playerId: 'p2' })).toEqual(first)
  await page.perform(({ choose }) => choose({ kind: 'bonus', id: 'other' }))
  expect(await firstChoice({})).toEqual(first)
})

// Shows: 4.9.4, 4.14.2
test('a bonus, a decline and a code replace each other, and each choice is measured once', async () => {
  const { page, choice } = await choosing()
  enterWallet('deposit', 'fiat')
  const requests: BonusRequestFields[] = []
  for (const next of [
    { kind: 'bonus', id: 'other' },
    { kind: 'declined', by: 'player' },
    { kind: 'code' },
    { kind: 'code' },
    { kind: 'bonus', id: 'small' },
  ] as const) {
    await page.perform(({ choose }) => choose(next))
    expect(choice()).toEqual(next)
    requests.push(page.current.request)
  }
  leaveWallet()
  expect(requests.map(({ bonusId, isBonusDecline }) => bonusId ?? isBonusDecline)).toEqual([
    'other',
    true,
    false,
    false,
    'small',
  ])
  const steps = ['open', 'selectBonus', 'declineBonuses', 'promoOpen', 'selectBonus', 'close']
  expect(page.events).toEqual(
    steps.map((step) => ({ event: 'wallet', step, walletOperationType: 'deposit', walletType: 'fiat' })),
  )
})

// Shows: 4.9.4
test('of a bonus, a code that opens another, and a decline, only the last choice is sent', async () => {
  const page = await run(() => useBonusChoice('EUR', 2000), {
    answers: [
      ...answers.filter(([key]) => key[0] !== 'GET /api/game/bonuses/bonuscodes'),
      [
        apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }),
        [{ playerBonusCodeId: 'c1', bonusCode: 'HELLO', bonusId: 'other', trigger: 3 }],
      ],
    ],
  })
  const sent: unknown[] = []
  for (const choice of [
    { kind: 'code' },
    { kind: 'declined', by: 'player' },
    { kind: 'bonus', id: 'small' },
  ] as const) {
    await page.perform(({ choose }) => choose(choice))
    const { bonusId, isBonusDecline } = page.current.request
    sent.push([bonusId, isBonusDecline])
  }
  expect(sent).toEqual([
    ['other', false],
    [null, true],
    ['small', false],
  ])
})

// Shows: 4.9.5, 8.5.2
test('1000 ms after the last change of network or bonus the address is requested again; a failure opens deposit-error', async () => {
  let isFailing = false
  const page = await run(
    () => {
      const [input, change] = useState({ network: 'tron', bonusId: 'small' })
      const address = useAddress(
        {
          method: { method: 'usdt' } as PaymentMethod,
          account: { id: 'a1', currency: 'USDT' } as Account,
          country: 'DE',
          onRefused: async () => false,
        },
        {
          fields: { crypto_network: input.network },
          amount: 1000,
          wish: { bonusId: input.bonusId } as never,
          turn: 0,
          onBonusRefused: () => undefined,
        },
      )
      return { address: address.data?.address, change }
    },
    {
      search: '?wallet=deposit',
      answer: ({ body }) =>
        isFailing
          ? { status: 502, body: { error: { name: 'partnerFailed' } } }
          : { body: { address: `at ${(body as { fields: { crypto_network: string } }).fields.crypto_network}` } },
    },
  )
  const sent = () => page.calls.map(({ body }) => body)
  const request = { method: 'usdt', currency: 'USDT', country: 'DE', accountId: 'a1', amount: 1000 }
  const first = { ...request, fields: { crypto_network: 'tron' }, bonusId: 'small' }
  expect([sent(), page.current.address]).toEqual([[first], 'at tron'])
  await page.perform(({ change }) => change({ network: 'tron', bonusId: 'large' }))
  await page.pass(999)
  await page.perform(({ change }) => change({ network: 'ethereum', bonusId: 'large' }))
  await page.pass(999)
  expect([sent(), page.current.address]).toEqual([[first], undefined])
  await page.pass(1)
  await page.pass(1)
  const second = { ...request, fields: { crypto_network: 'ethereum' }, bonusId: 'large' }
  expect([sent(), page.current.address]).toEqual([[first, second], 'at ethereum'])
  expect(page.address).toBe('/?wallet=deposit')
  isFailing = true
  await page.perform(({ change }) => change({ network: 'tron', bonusId: 'large' }))
  await page.pass(1001)
  expect(page.address).toBe('/?wallet=deposit&deposit-error=true')
})
