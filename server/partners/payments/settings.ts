/** Settings of the payment gateways: schema, consistency checks and derived values. */
import { z } from 'zod'
import { readOffers } from './offers-file.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const taken = ['sandbox', 'btcpay', 'chain']

export const paymentShape = {
  SHOW_FILLED_FIELDS: z
    .stringbool()
    .default(false)
    .meta({ description: 'Show payment fields even if the profile already provides a valid value' }),
  BTCPAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'URL of a BTCPay Server, which enables bitcoin deposits and withdrawals through one of its stores',
    }),
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional()
    .meta({ description: 'Id of that store' }),
  BTCPAY_API_KEY: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'API key for that store; payment-partners.md lists its permissions', secret: true }),
  BTCPAY_WEBHOOK_SECRET: list.default([]).meta({
    description:
      'Secret of its webhook to PUBLIC_URL/api/partners/payments/btcpay/callback; two, comma separated, during a rotation',
    secret: true,
  }),
  BTCPAY_CURRENCIES: list
    .pipe(z.array(z.enum(['BTC', 'EUR', 'USD', 'BRL'])).min(1))
    .default(['BTC'])
    .meta({
      description: 'Player currencies, comma separated, for its invoices; payouts are in BTC only',
    }),
  BTCPAY_NETWORK: z.enum(['bitcoin', 'testnet', 'regtest']).default('bitcoin').meta({
    description: 'Network of the coins of that BTCPay Server; withdrawals to addresses of another are refused',
  }),
  GENERIC_PAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'URL of a gateway that implements the documented protocol; see payment-partners.md' }),
  GENERIC_PAY_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .default('gateway')
    .meta({ description: 'Its name in the ledger and in its webhook path; do not change it after first use' }),
  GENERIC_PAY_API_KEY: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'Bearer token sent to the gateway', secret: true }),
  GENERIC_PAY_WEBHOOK_SECRET: list
    .pipe(z.array(z.string().min(16)))
    .default([])
    .meta({
      description: 'Key that signs its webhooks; two, comma separated, during a rotation',
      secret: true,
    }),
  GENERIC_PAY_METHODS: z.string().optional().meta({ description: 'JSON file with its payment methods' }),
}
type PaymentEnvironment = z.output<z.ZodObject<typeof paymentShape>>

export function paymentFaults(env: PaymentEnvironment): string[] {
  const faults: string[] = []
  const btcpay = [env.BTCPAY_URL, env.BTCPAY_STORE_ID, env.BTCPAY_API_KEY, env.BTCPAY_WEBHOOK_SECRET.length > 0].filter(
    Boolean,
  )
  if (btcpay.length % 4 !== 0)
    faults.push('BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY and BTCPAY_WEBHOOK_SECRET: set all or none')
  if (env.BTCPAY_WEBHOOK_SECRET.some((secret) => secret.length < 16))
    faults.push('BTCPAY_WEBHOOK_SECRET: 16 characters or more')
  const generic = [
    env.GENERIC_PAY_URL,
    env.GENERIC_PAY_API_KEY,
    env.GENERIC_PAY_WEBHOOK_SECRET.length > 0,
    env.GENERIC_PAY_METHODS,
  ].filter(Boolean)
  if (generic.length % 4 !== 0)
    faults.push(
      'GENERIC_PAY_URL, GENERIC_PAY_API_KEY, GENERIC_PAY_WEBHOOK_SECRET and GENERIC_PAY_METHODS: set all or none',
    )
  if (env.GENERIC_PAY_METHODS) {
    try {
      readOffers(env.GENERIC_PAY_METHODS)
    } catch (error) {
      faults.push(
        `GENERIC_PAY_METHODS: ${env.GENERIC_PAY_METHODS} is invalid: ${error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message}`,
      )
    }
  }
  if (taken.includes(env.GENERIC_PAY_NAME))
    faults.push(`GENERIC_PAY_NAME: ${env.GENERIC_PAY_NAME} is the name of another partner`)
  return faults
}

export function derivePayments(env: PaymentEnvironment) {
  const bare = (url: string) => url.replace(/\/+$/, '')
  return {
    isShowFilled: env.SHOW_FILLED_FIELDS,
    btcpay: env.BTCPAY_URL
      ? {
          url: bare(env.BTCPAY_URL),
          storeId: env.BTCPAY_STORE_ID!,
          apiKey: env.BTCPAY_API_KEY!,
          webhookSecrets: env.BTCPAY_WEBHOOK_SECRET,
          currencies: env.BTCPAY_CURRENCIES as string[],
          network: env.BTCPAY_NETWORK,
        }
      : null,
    generic: env.GENERIC_PAY_URL
      ? {
          apiUrl: bare(env.GENERIC_PAY_URL),
          name: env.GENERIC_PAY_NAME,
          apiKey: env.GENERIC_PAY_API_KEY!,
          noticeSecrets: env.GENERIC_PAY_WEBHOOK_SECRET,
          methodsPath: env.GENERIC_PAY_METHODS!,
        }
      : null,
  }
}
export type PaymentSettings = ReturnType<typeof derivePayments>

/** Origins of these gateways that players are redirected to or that pages embed. */
export function paymentOrigins({ btcpay, generic }: PaymentSettings): string[] {
  return [btcpay?.url, generic?.apiUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin)
}
