import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlayerCtx } from '#server/deps.ts'
import type { MethodsQuery, PaymentPartner } from '#server/partners/payments/port.ts'
import { depositMethods } from '#server/partners/payments/sandbox-methods.ts'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { pictureAddress } from '../content/outside-pictures.ts'
import { listDepositMethods } from './deposits/list-deposit-methods.ts'
import { listWithdrawalMethods } from './payouts/list-withdrawal-methods.ts'

const branded = {
  ...depositMethods('USD')[0]!,
  method: 'choosy.card',
  fields: [],
  logo: 'https://cdn.example/card.svg',
}
let house: Cashier
const asked: MethodsQuery[] = []
const note = (query: MethodsQuery) => {
  asked.push(query)
  return query.currency === 'USD' ? [branded] : []
}
beforeAll(async () => {
  house = await cashier({
    env: { IMAGE_HOSTS: 'cdn.example' },
    alsoPayments: [
      { name: 'choosy', depositMethods: note, withdrawalMethods: note } as Partial<PaymentPartner> as PaymentPartner,
    ],
  })
})
afterAll(() => house.close())
beforeEach(() => {
  asked.length = 0
})

test.each([
  ['deposit', listDepositMethods],
  ['withdrawal', listWithdrawalMethods],
])(
  'partners are asked for %s methods of the country that is named, else of the one the call comes from',
  async (_what, list) => {
    const { id } = await house.player()
    const ctx = {
      ...house.deps,
      caller: { country: 'DE', locale: 'en', player: { id, sessionId: '' } },
    } as unknown as PlayerCtx
    for (const named of [{}, { country: 'BR' }, { region: 'PT' }, { country: 'BR', region: 'PT' }])
      expect((await list(ctx, { currency: 'EUR', ...named })).ok).toBe(true)
    const shown = await list(ctx, { currency: 'USD' })
    const logo = shown.ok && shown.value.find(({ method }) => method === branded.method)?.logo
    expect(logo, 'a logo on an allowed host is served by this site').toBe(
      pictureAddress(house.deps.settings, branded.logo),
    )
    expect(logo).toMatch(/^\/images\//)
    asked.pop()
    expect(asked).toEqual(['DE', 'BR', 'PT', 'BR'].map((country) => ({ currency: 'EUR', country })))
  },
)
