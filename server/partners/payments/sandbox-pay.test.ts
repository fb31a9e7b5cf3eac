import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sign } from '#sandbox/notices.ts'
import { toSubunits } from '#contract/money.ts'
import { type PartnerBench, paymentPartnerConformance } from './conformance.ts'
import { fromDecimal, toDecimal } from './decimal.ts'
import { createSandboxPay } from './sandbox-pay.ts'

const secret = 'the secret shared with the sandbox'
let sandbox: Sandbox
let bench: PartnerBench
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, houseUrl: 'http://127.0.0.1:9', secret, statePath: null, autoApproveMs: 3_600_000 })
  const options = { apiKey: sandbox.apiKey, noticeSecrets: [secret], timeoutMs: 1000 }
  const body = JSON.stringify({ id: 'x', type: 'payment.succeeded', data: {} })
  bench = {
    partner: createSandboxPay({ ...options, apiUrl: sandbox.url }),
    unreachable: createSandboxPay({ ...options, apiUrl: 'http://127.0.0.1:9' }),
    currencies: ['EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'],
    signedNotice: () => ({ rawBody: Buffer.from(body), header: (name) => (name === 'sandbox-signature' ? sign(secret, body, Math.floor(Date.now() / 1000)) : undefined) }),
    payoutFields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  }
})
afterAll(() => sandbox.close())

describe('the sandbox adapter', () => {
  paymentPartnerConformance(() => bench)
})

describe('decimal amounts', () => {
  test('survive the way to the partner and back, in every currency', () => {
    fc.assert(fc.property(fc.constantFrom('EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'), fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }), (currency, amount) => {
      expect(fromDecimal(toDecimal(toSubunits(amount), currency), currency)).toBe(amount)
    }))
  })

  test.each([['50', 5000n], ['50.5', 5050n], ['50.00', 5000n], ['0.01', 1n], ['50.000', 5000n], ['50.001', null], ['-5', null], ['5e3', null], ['', null], ['٥', null], [50, null]])('%s EUR reads as %s', (text, amount) => {
    expect(fromDecimal(text, 'EUR')).toBe(amount)
  })
})
