import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlayerCtx } from '#server/deps.ts'
import type { MethodsQuery, PaymentPartner } from '#server/partners/payments/port.ts'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { listDepositMethods } from './deposits/list-deposit-methods.ts'
import { listWithdrawalMethods } from './payouts/list-withdrawal-methods.ts'

let house: Cashier
const asked: MethodsQuery[] = []
const note = (query: MethodsQuery) => {
  asked.push(query)
  return []
}
beforeAll(async () => {
  house = await cashier({
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
    expect(asked).toEqual(['DE', 'BR', 'PT', 'BR'].map((country) => ({ currency: 'EUR', country })))
  },
)
