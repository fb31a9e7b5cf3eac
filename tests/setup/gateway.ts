/**
 * A payment gateway for tests, independent of its implementation: actions of payers and reviewers, its webhooks and
 * faults.
 */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { toSubunits } from '#contract/money.ts'
import type { PartnerBench } from '#server/partners/payments/conformance.ts'
import { createGenericPay } from '#server/partners/payments/generic.ts'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { parseOffers } from '#server/partners/payments/offers-file.ts'
import { serveOffers } from '#server/partners/payments/offers.ts'
import { createSandboxPay } from '#server/partners/payments/sandbox-pay.ts'
import type { Faults } from '#sandbox/faults.ts'
import { createSandbox } from '#sandbox/main.ts'
import { sign } from '#sandbox/notices.ts'
import { report } from '#sandbox/payments/payments.ts'

export type Signed = { body: string; headers: Record<string, string> }
export type Order = { method: string; currency: string; amount: number; fields: Record<string, string> }
export type Gateway = {
  partner: PaymentPartner
  /** What an operator enters for it in PAYMENT_GATEWAYS, but for the methods. */
  setting: Record<string, unknown>
  /** The same adapter, pointed at an address without a listener. */
  unreachable: PaymentPartner
  faults: Faults
  deposit: Order
  payout: Order
  /** The payer pays the requested amount, or what the fault switches set. */
  pay(invoiceId: string): void
  /** The gateway reports a failure, whatever it reported before. */
  fail(invoiceId: string): void
  /** A reviewer approves a payout, and it is sent. */
  approve(invoiceId: string): void
  timesPaid(invoiceId: string): number
  /** Sends the webhooks that are due. */
  flush(): Promise<void>
  isQuiet(): boolean
  /** Returns an additional webhook with the payment's current state. */
  notice(invoiceId: string, options?: { at?: Date; secret?: string }): Signed
  /** An age beyond the limit for webhooks. */
  staleMs: number
  close(): Promise<void>
}

export const gatewaySecrets = ['the secret that signs at present', 'the secret that comes next']

/** Starts the sandbox under a given slug: `sandbox` with its own adapter, any other slug with the generic one. */
export async function sandboxGateway(
  slug: string,
  operatorUrl: () => string,
  secrets = gatewaySecrets,
): Promise<Gateway> {
  const signatureHeader = slug === 'sandbox' ? 'sandbox-signature' : 'payment-signature'
  const sandbox = await createSandbox({
    port: 0,
    operatorUrl,
    secret: secrets[0]!,
    statePath: null,
    autoApproveMs: 3_600_000,
    sendMs: 0,
    confirmMs: 0,
    instructMs: 0,
    retryDelaysMs: [20],
    partner: { slug, signatureHeader },
  })
  const options = { apiKey: sandbox.apiKey, webhookSecrets: secrets, timeoutMs: 600 }
  const adapter = (apiUrl: string) =>
    slug === 'sandbox'
      ? createSandboxPay({ ...options, apiUrl })
      : createGenericPay({ ...options, apiUrl, slug, offers: serveOffers(parseOffers(acmeOffers)) })
  const prefix = slug === 'sandbox' ? 'sandbox' : 'acme'
  const paymentOf = (invoiceId: string) => sandbox.payments.byReference(invoiceId)!
  return {
    partner: adapter(sandbox.url),
    setting: {
      slug,
      name: `Gateway ${slug}`,
      protocol: 'generic',
      url: sandbox.url,
      apiKey: sandbox.apiKey,
      webhookSecrets: secrets,
    },
    unreachable: adapter('http://127.0.0.1:9'),
    faults: sandbox.faults,
    staleMs: 301_000,
    deposit: { method: `${prefix}.card`, currency: 'EUR', amount: 5000, fields: {} },
    payout: {
      method: `${prefix}.bank`,
      currency: 'EUR',
      amount: 5000,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    },
    pay: (invoiceId) => void sandbox.payments.decide(paymentOf(invoiceId).id, 'pay'),
    fail(invoiceId) {
      sandbox.notices.add('payment.failed', { ...report(paymentOf(invoiceId), sandbox.faults), status: 'failed' })
    },
    approve: (invoiceId) => void sandbox.payouts.approve(sandbox.payouts.byReference(invoiceId)!.id),
    timesPaid: (invoiceId) =>
      Object.values(sandbox.state.payouts)
        .filter(({ reference }) => reference === invoiceId)
        .reduce((sum, { timesPaid }) => sum + timesPaid, 0),
    flush: () => sandbox.notices.flush(),
    isQuiet: () =>
      sandbox.state.notices.every(({ deliveredAt }) => deliveredAt !== null) &&
      !Object.values(sandbox.state.payouts).some(({ status }) => status === 'sent'),
    notice(invoiceId, { at = new Date(), secret = secrets[0]! } = {}) {
      const payment = paymentOf(invoiceId)
      const body = JSON.stringify({
        id: randomUUID(),
        type: `payment.${payment.status}`,
        createdAt: at.toISOString(),
        data: report(payment, sandbox.faults),
      })
      return { body, headers: { [signatureHeader]: sign(secret, body, Math.floor(at.getTime() / 1000)) } }
    },
    close: () => sandbox.close(),
  }
}

const words = (text: string) => Object.fromEntries(localeCodes.map((locale) => [locale, text]))
const text = (key: string, regexp: string | null) => ({ key, fieldType: 'text' as const, labels: words(key), regexp })
export const acmeOffers = {
  deposit: [
    {
      method: 'acme.card',
      names: words('Card'),
      kind: 'card',
      processingType: 'form',
      currencies: { EUR: { min: '10.00', max: '5000', presets: ['25', '50.00'] }, USD: { min: '10', max: '5000' } },
    },
    {
      method: 'acme.crypto',
      names: words('Bitcoin'),
      kind: 'crypto',
      type: 'address',
      processingType: 'qr',
      currencies: { BTC: { min: '0.001', max: '10' } },
      fields: [
        {
          key: 'crypto_network',
          fieldType: 'select',
          labels: words('Network'),
          options: [{ id: 'bitcoin', name: 'Bitcoin', min: '0.002', max: '1' }],
        },
      ],
    },
    {
      method: 'acme.local',
      names: words('Local'),
      kind: 'bank',
      processingType: 'qr',
      countries: ['BR'],
      currencies: { BRL: { min: '20', max: '100' } },
    },
  ],
  withdrawal: [
    {
      method: 'acme.bank',
      names: words('Bank'),
      kind: 'bank',
      processingType: 'message',
      currencies: { EUR: { min: '10', max: '5000' } },
      fields: [text('account_holder', '^.{2,70}$'), text('iban', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')],
    },
  ],
}

/** Adapts the gateway to an adapter's conformance suite. */
export async function benchOf(
  gateway: Gateway,
  more: Pick<PartnerBench, 'currencies'> & { fields?: () => Record<string, string> },
): Promise<() => PartnerBench> {
  const { method, currency, amount } = gateway.deposit
  const invoiceId = randomUUID()
  await gateway.partner.openPayment({
    invoiceId,
    accountId: randomUUID(),
    method,
    amount: toSubunits(amount),
    currency,
    network: null,
    fields: {},
    successUrl: 'http://house.test/ok',
    errorUrl: 'http://house.test/no',
  })
  return () => ({
    partner: gateway.partner,
    unreachable: gateway.unreachable,
    currencies: more.currencies,
    windowSeconds: (gateway.staleMs - 1000) / 1000,
    signedNotice() {
      const { body, headers } = gateway.notice(invoiceId)
      return { rawBody: Buffer.from(body), header: (name) => headers[name] }
    },
    payoutFields: more.fields?.() ?? gateway.payout.fields,
    deposit: { method, currency, amount: toSubunits(amount) },
    payout: {
      method: gateway.payout.method,
      currency: gateway.payout.currency,
      amount: toSubunits(gateway.payout.amount),
    },
    settle: {
      payment: (invoiceId) => gateway.pay(invoiceId),
      async payout(invoiceId) {
        gateway.approve(invoiceId)
        await expect.poll(() => gateway.timesPaid(invoiceId)).toBe(1)
      },
    },
  })
}
