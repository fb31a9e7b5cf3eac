import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSubunits } from '#contract/money.ts'
import { ProcessingType } from '#contract/payments.ts'
import { longTest } from '#tests/setup/length.ts'
import { readSettings } from '../../settings.ts'
import { cashierConformance } from '#tests/setup/cashier-conformance.ts'
import { benchOf, type Gateway, sandboxGateway } from '#tests/setup/gateway.ts'
import { type PartnerBench, paymentPartnerConformance } from './conformance.ts'
import { paymentPartnersOf } from './from-settings.ts'
import { createGenericPay } from './generic.ts'
import { parseOffers } from './offers-file.ts'
import { serveOffers } from './offers.ts'

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

// Shows: attack 1
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
    partner = createGenericPay({
      slug: 'x',
      apiUrl: `http://127.0.0.1:${port}`,
      apiKey: 'k',
      webhookSecrets: ['s'],
      offers: serveOffers([]),
    })
  })
  afterAll(() => server.close())
  const reference = randomUUID()
  const body = { id: 'p-1', reference, status: 'succeeded', amount: '1.00', currency: 'EUR' }

  // Shows: attack 69
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

  const offersIn = (written: object) => serveOffers(parseOffers(written))
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
    expect(() => offersIn({ deposit: [{ ...card, ...change }] })).toThrow()
    expect(offersIn({ deposit: [card] }).methodNames('x.card')).toEqual({ en: 'Card' })
  })

  // Shows: 3.12.1
  test('have their fields as configured: words, pattern, options with their own limits and patterns', () => {
    const words = { labels: { en: 'Network' }, hints: { en: 'As your wallet names it' } }
    const network = { key: 'crypto_network', fieldType: 'select', isRequired: true, regexp: '^[a-z]+$', ...words }
    const option = { id: 'tron', name: 'Tron', regex: '^T[1-9]+$' }
    const [method] = offersIn({
      deposit: [{ ...card, fields: [{ ...network, options: [{ ...option, min: '20', max: '90' }, option] }] }],
    }).depositMethods({ currency: 'EUR', country: null })
    expect(method!.fields).toMatchObject([
      { ...network, options: [{ ...option, minAmount: 2000, maxAmount: 9000 }, option] },
    ])
  })

  test.each(ProcessingType.options)('are processed as the file says: %s', (processingType) => {
    const [method] = offersIn({ deposit: [{ ...card, processingType }] }).depositMethods({
      currency: 'EUR',
      country: null,
    })
    expect(method!.processingType).toBe(processingType)
  })

  test('carry the fee of each currency, the time of arrival and the picture; what is not configured stays unknown', () => {
    const currencies = {
      EUR: { min: '10', max: '100', fee: { percent: 1.5, fixed: '0.35' } },
      USD: { min: '10', max: '100', fee: {} },
      BTC: { min: '0.001', max: '1', fee: { network: true } },
      BRL: { min: '10', max: '100' },
    }
    const { depositMethods } = offersIn({
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
    const plain = offersIn({ deposit: [card] }).depositMethods({ currency: 'EUR', country: null })[0]!
    for (const unknown of ['fee', 'arrival', 'picture', 'isLastUsed']) expect(plain).not.toHaveProperty(unknown)
  })

  // Shows: 3.12.1
  test('have every part that the file has', () => {
    const names = { en: 'Wallet', de: 'Börse' }
    const field = { key: 'holder', fieldType: 'text', isRequired: true, labels: { en: 'Holder' } }
    const { depositMethods } = offersIn({
      deposit: [
        {
          method: 'x.wallet',
          names,
          kind: 'cash',
          type: 'address',
          processingType: 'qr',
          logo: 'https://logos.example/wallet.svg',
          currencies: { EUR: { min: '10', max: '100', presets: ['20'] } },
          fields: [field],
        },
      ],
    })
    expect(depositMethods({ currency: 'EUR', country: null })).toEqual([
      {
        method: 'x.wallet',
        names,
        kind: 'cash',
        type: 'address',
        processingType: 'qr',
        logo: 'https://logos.example/wallet.svg',
        amountMin: 1000,
        amountMax: 10_000,
        presets: [{ amount: 2000, default: true }],
        fields: [{ ...field, value: null, regexp: null, hints: {}, options: [] }],
      },
    ])
  })

  test('that pay back to a deposit are withdrawals beside a deposit method of the same id', () => {
    const toOrigin = { ...card, toOrigin: true }
    const { withdrawalMethods } = offersIn({ deposit: [card], withdrawal: [toOrigin] })
    expect(withdrawalMethods({ currency: 'EUR', country: null })[0]).toMatchObject({ isToOrigin: true })
    expect(() => offersIn({ withdrawal: [toOrigin] })).toThrow(/toOrigin needs a deposit method of the same id/)
    expect(() => offersIn({ deposit: [toOrigin] })).toThrow(/toOrigin is for withdrawals/)
  })

  test('in the example of the handbook are valid', () => {
    const handbook = readFileSync(join(import.meta.dirname, '../../../docs/payment-partners.md'), 'utf8')
    const example = /```json offers\n([\s\S]*?)```/.exec(handbook)![1]!
    expect(offersIn(JSON.parse(example)).depositMethods({ currency: 'EUR', country: 'DE' }).length).toBeGreaterThan(0)
  })
})

longTest('the gateway that the documentation starts alone sends webhooks that its site accepts', async () => {
  const secret = 'a secret for the gateway'
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-gateway-'))
  const arrived = Promise.withResolvers<{ path: string | undefined; header: unknown; rawBody: Buffer }>()
  const site = createServer((request, reply) => {
    void buffer(request).then((rawBody) => {
      arrived.resolve({ path: request.url, header: request.headers['payment-signature'], rawBody })
      reply.end('{}')
    })
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const command = /SANDBOX_SECRET=<16 characters or more> node (\S+)`/.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/payment-partners.md'), 'utf8'),
  )![1]!
  const gateway = spawn(process.execPath, [join(import.meta.dirname, '../../..', command)], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_SECRET: secret,
      PUBLIC_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    },
    cwd: folder,
  })
  try {
    let printed = ''
    for await (const chunk of gateway.stdout) {
      printed += String(chunk)
      if (printed.includes('Webhooks: ')) break
    }
    const [, apiUrl, apiKey] = /Payment gateway: (\S+), API key (\S+)/.exec(printed)!
    const settings = readSettings({
      NODE_ENV: 'test',
      SANDBOX: 'false',
      PAYMENT_GATEWAYS: JSON.stringify([
        {
          slug: 'gateway',
          name: 'Gateway',
          protocol: 'generic',
          url: apiUrl,
          apiKey,
          webhookSecrets: [secret],
          methods: methodsFile(folder),
        },
      ]),
    })
    const [partner] = paymentPartnersOf(settings, null)
    if (!partner) throw new Error('no partner')
    const opened = await partner.openPayment({
      invoiceId: randomUUID(),
      accountId: randomUUID(),
      method: 'acme.card',
      amount: toSubunits(5000n),
      currency: 'EUR',
      network: null,
      fields: {},
      successUrl: 'http://house.test/',
      errorUrl: 'http://house.test/',
    })
    const { action } = opened.ok ? opened.value : { action: null }
    await fetch(`${action}/decide`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay' }),
      redirect: 'manual',
    })
    const { path, header, rawBody } = await arrived.promise
    expect(path).toBe(`/api/partners/payments/${partner.slug}/callback`)
    expect(partner.isGenuine({ rawBody, header: () => String(header), now: new Date() })).toBe(true)
    expect(partner.readNotice(rawBody.toString())).toMatchObject({ report: { state: 'succeeded', amount: 5000n } })
  } finally {
    const ended = new Promise((resolve) => gateway.once('exit', resolve))
    gateway.kill()
    // It writes to its folder until it has ended.
    await ended
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The example of the documentation. */
function methodsFile(folder: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/payment-partners.md'), 'utf8')
  const path = join(folder, 'methods.json')
  writeFileSync(path, /```json offers\n([^`]*)```/.exec(page)![1]!)
  return path
}
