import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSubunits } from '#contract/money.ts'
import { cashierConformance } from '#tests/setup/cashier-conformance.ts'
import { benchOf, type Gateway, sandboxGateway } from '#tests/setup/gateway.ts'
import { type PartnerBench, paymentPartnerConformance } from './conformance.ts'
import { createGenericPay } from './generic.ts'
import { offersOf } from './offers-file.ts'

let gateway: Gateway
let bench: () => PartnerBench
beforeAll(async () => {
  gateway = await sandboxGateway('gateway', () => 'http://127.0.0.1:9')
  bench = await benchOf(gateway, { currencies: ['EUR', 'USD', 'BTC'] })
})
afterAll(() => gateway.close())

describe('the generic adapter', () => {
  paymentPartnerConformance(() => bench())
})

describe('a site with a gateway of the generic protocol', () => {
  cashierConformance((operatorUrl) => sandboxGateway('gateway', operatorUrl))
})

describe('an answer that a webhook with the same content would make unreadable', () => {
  let answer = ''
  const server = createServer((_, reply) => void reply.setHeader('content-type', 'application/json').end(answer))
  let partner: ReturnType<typeof createGenericPay>
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const offers = offersOf({})
    partner = createGenericPay({
      name: 'x',
      apiUrl: `http://127.0.0.1:${port}`,
      apiKey: 'k',
      noticeSecrets: ['s'],
      offers,
    })
  })
  afterAll(() => server.close())
  const reference = randomUUID()
  const body = { id: 'p-1', reference, status: 'succeeded', amount: '1.00', currency: 'EUR' }

  test.each([
    ['NUL', { id: 'p-\0' }],
    ['a lone surrogate', { id: 'p-\ud800' }],
    ['NUL in an instruction', { instruction: { qr: 'a\0' } }],
    ['a reference of someone else', { reference: 'order 7' }],
  ])('with %s, is no answer: the partner is asked again', async (_, change) => {
    answer = JSON.stringify(body)
    expect(await partner.inquirePayment(reference)).toMatchObject({ ok: true, value: { externalId: 'p-1' } })
    answer = JSON.stringify({ ...body, ...change })
    expect(await partner.inquirePayment(reference)).toEqual({ ok: false, refusal: 'unavailable' })
    if ('instruction' in change) return
    expect(await partner.inquirePayout(reference, null)).toEqual({ ok: false, refusal: 'unavailable' })
    const payout = {
      invoiceId: reference,
      method: 'x.bank',
      amount: toSubunits(100),
      currency: 'EUR',
      network: null,
      fields: {},
    }
    expect(await partner.sendPayout(payout)).toEqual({ ok: false, refusal: 'unavailable' })
  })

  test('with text in what is not read, is one', async () => {
    answer = JSON.stringify({ ...body, note: 'a\0' })
    expect((await partner.inquirePayment(reference)).ok).toBe(true)
  })
})

describe('the methods of a gateway', () => {
  test('are offered as configured, in subunits', () => {
    const { partner } = gateway
    expect(partner.depositMethods({ currency: 'EUR', country: 'DE' })).toMatchObject([
      {
        method: 'acme.card',
        amountMin: 1000,
        amountMax: 500_000,
        presets: [
          { amount: 2500, default: false },
          { amount: 5000, default: true },
        ],
      },
    ])
    expect(partner.depositMethods({ currency: 'BRL', country: 'DE' })).toEqual([])
    expect(partner.depositMethods({ currency: 'BRL', country: null })).toEqual([])
    expect(partner.depositMethods({ currency: 'BRL', country: 'BR' })).toHaveLength(1)
    expect(partner.depositMethods({ currency: 'BTC', country: null })[0]!.fields[0]!.options).toEqual([
      { id: 'bitcoin', name: 'Bitcoin', minAmount: 200_000, maxAmount: 100_000_000 },
    ])
    expect(partner.withdrawalMethods({ currency: 'USD', country: null })).toEqual([])
  })

  const card = {
    method: 'x.card',
    names: { en: 'Card' },
    kind: 'card',
    processingType: 'form',
    currencies: { EUR: { min: '10', max: '100' } },
  }
  test.each([
    ['a finer amount than the currency has', { currencies: { EUR: { min: '10.001', max: '100' } } }],
    ['an unknown currency', { currencies: { XXX: { min: '1', max: '2' } } }],
    ['no words in English', { names: { de: 'Karte' } }],
    [
      'a pattern that could block the server',
      { fields: [{ key: 'x', fieldType: 'text', labels: { en: 'X' }, regexp: '(a)\\1' }] },
    ],
    ['an unknown way', { processingType: 'carrier-pigeon' }],
    ['a name that is none', { method: 'x card' }],
    ['an unknown picture', { picture: 'piggy-bank' }],
    ['an arrival that ends before it begins', { arrival: { fromMinutes: 60, toMinutes: 5 } }],
    ['a fee above the amount', { currencies: { EUR: { min: '10', max: '100', fee: { percent: 101 } } } }],
    ['a fee finer than the currency', { currencies: { EUR: { min: '10', max: '100', fee: { fixed: '0.001' } } } }],
  ])('are refused at startup with %s', (_, change) => {
    expect(() => offersOf({ deposit: [{ ...card, ...change }] })).toThrow()
    expect(offersOf({ deposit: [card] }).methodNames('x.card')).toEqual({ en: 'Card' })
  })

  test('carry the fee of each currency, the time of arrival and the picture; what is not configured stays unknown', () => {
    const currencies = {
      EUR: { min: '10', max: '100', fee: { percent: 1.5, fixed: '0.35' } },
      USD: { min: '10', max: '100', fee: {} },
      BTC: { min: '0.001', max: '1', fee: { network: true } },
      BRL: { min: '10', max: '100' },
    }
    const { depositMethods } = offersOf({
      deposit: [{ ...card, picture: 'e-wallet', arrival: { toMinutes: 5 }, currencies }],
    })
    const [eur, usd, btc, brl] = ['EUR', 'USD', 'BTC', 'BRL'].map(
      (currency) => depositMethods({ currency, country: null })[0]!,
    )
    expect(eur).toMatchObject({
      picture: 'e-wallet',
      arrival: { fromSeconds: 0, toSeconds: 300 },
      fee: { percent: 1.5, fixed: 35, isNetworkFee: false },
    })
    expect(usd!.fee).toEqual({ percent: 0, fixed: 0, isNetworkFee: false })
    expect(btc!.fee).toEqual({ percent: 0, fixed: 0, isNetworkFee: true })
    expect(brl).not.toHaveProperty('fee')
    const plain = offersOf({ deposit: [card] }).depositMethods({ currency: 'EUR', country: null })[0]!
    for (const unknown of ['fee', 'arrival', 'picture', 'isLastUsed']) expect(plain).not.toHaveProperty(unknown)
  })

  test('in the example of the handbook are valid', () => {
    const handbook = readFileSync(join(import.meta.dirname, '../../../docs/payment-partners.md'), 'utf8')
    const example = /```json offers\n([\s\S]*?)```/.exec(handbook)![1]!
    expect(offersOf(JSON.parse(example)).depositMethods({ currency: 'EUR', country: 'DE' }).length).toBeGreaterThan(0)
  })
})
