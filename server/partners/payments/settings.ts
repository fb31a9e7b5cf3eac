/** The payment gateways' part of the settings: what is read from the environment, what does not fit together, what becomes of it. */
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
    .meta({ description: 'Payment forms also show fields that could be filled in from the profile' }),
  BTCPAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'A BTCPay Server; with it players pay and are paid in bitcoin through a store of it' }),
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional()
    .meta({ description: 'That store' }),
  BTCPAY_API_KEY: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'API key for that store; see payment-partners.md for what it must be allowed', secret: true }),
  BTCPAY_WEBHOOK_SECRET: list.default([]).meta({
    description:
      'Secret of its webhook to PUBLIC_URL/api/partners/payments/btcpay/callback; two, comma separated, while one is being replaced',
    secret: true,
  }),
  BTCPAY_CURRENCIES: list
    .pipe(z.array(z.enum(['BTC', 'EUR', 'USD', 'BRL'])).min(1))
    .default(['BTC'])
    .meta({
      description: 'Currencies of players, comma separated, that its invoices are made in; pay-outs are in BTC alone',
    }),
  GENERIC_PAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'A gateway that implements the documented protocol; see payment-partners.md' }),
  GENERIC_PAY_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .default('gateway')
    .meta({ description: 'Its name in the ledger and in the path of its notices; fixed once it was used' }),
  GENERIC_PAY_API_KEY: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'Bearer token sent to the gateway', secret: true }),
  GENERIC_PAY_WEBHOOK_SECRET: list
    .pipe(z.array(z.string().min(16)))
    .default([])
    .meta({
      description: 'Key that signs its notices; two, comma separated, while one is being replaced',
      secret: true,
    }),
  GENERIC_PAY_METHODS: z.string().optional().meta({ description: 'JSON file with what it offers' }),
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
        `GENERIC_PAY_METHODS: ${env.GENERIC_PAY_METHODS} cannot be used: ${error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message}`,
      )
    }
  }
  if (taken.includes(env.GENERIC_PAY_NAME))
    faults.push(`GENERIC_PAY_NAME: ${env.GENERIC_PAY_NAME} is another partner's`)
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

/** Where players are sent or framed by these gateways. */
export function paymentOrigins({ btcpay, generic }: PaymentSettings): string[] {
  return [btcpay?.url, generic?.apiUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin)
}
