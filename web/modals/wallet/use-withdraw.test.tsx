import { expect, test } from 'vitest'
import type { Account } from '#contract/wallet.ts'
import { contentOf } from '#tests/setup/content.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { useWithdraw } from './withdraw-form.tsx'

const run = hooks()
const titleOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title
const input = { method: 'bank', country: 'DE', amount: 4000, fields: { wallet_id: 'DE89', phone: '+4915124000001' } }

async function withdrawn(status: number, body: object) {
  const page = await run(() => useWithdraw({ id: 'a1', currency: 'EUR' } as Account), {
    path: '/games/dice',
    search: '?wallet=withdraw&view=grid',
    answer: ({ route }) => (route.startsWith('POST') ? { status, body } : undefined),
  })
  const result = await page.perform(({ send }) => send(input))
  const { address, alerts, events } = page
  return { result, address, alerts, events, sent: page.calls.filter(({ route }) => route.startsWith('POST')) }
}

// Shows: 3.15.1, 4.14.2, 7.4.3, 8.6.1
test('a withdrawal is sent with every field, closes the wallet and confirms itself by withdrawalProcessed', async () => {
  const { result, address, alerts, events, sent } = await withdrawn(200, { id: 'w1' })
  expect(sent).toEqual([
    {
      route: 'POST /api/payment/invoices/withdrawal',
      body: { ...input, currency: 'EUR', accountId: 'a1', idempotencyKey: expect.stringMatching(/./) },
    },
  ])
  expect(result).toEqual({})
  expect(address).toBe('/games/dice?view=grid&withdrawal-requested=w1')
  expect(alerts).toEqual([titleOf('payments', 'withdrawalProcessed')])
  expect(events).toMatchObject([{ event: 'wallet', step: 'sent' }])
})

// Shows: 5.11.3, 8.6.1
test('a 422 returns the errors of the fields, without any alert, and the wallet stays', async () => {
  const { result, address, alerts } = await withdrawn(422, {
    error: { name: 'fieldsInvalid', fields: { wallet_id: ['No such account'] } },
  })
  expect(result).toEqual({ wallet_id: ['No such account'] })
  expect([alerts, address]).toEqual([[], '/games/dice?wallet=withdraw&view=grid'])
})

// Shows: 8.6.2
test.each([422, 409, 500, 503])('another refusal with %i shows the alert somethingWrong', async (status) => {
  const { result, address, alerts } = await withdrawn(status, { error: { name: 'payoutsPaused' } })
  expect([result, alerts]).toEqual([{}, [titleOf('common', 'somethingWrong')]])
  expect(address).toBe('/games/dice?wallet=withdraw&view=grid')
})

// Shows: 2.5.14
test('turnover that has become due since the wallet was opened opens turn-over-wager', async () => {
  const { address, alerts } = await withdrawn(409, { error: { name: 'turnoverOpen' } })
  expect([address, alerts]).toEqual(['/games/dice?wallet=withdraw&view=grid&turn-over-wager=true', []])
})
