/** What a protocol of payment gateways consists of: its settings, its methods, its adapter. */
import { z } from 'zod'
import { type Offered, type Offers, serveOffers } from './offers.ts'
import type { PaymentPartner } from './port.ts'

export const sandboxSlug = 'sandbox'
/** Slugs of partners that are no gateways of the settings. */
const reserved = [sandboxSlug, 'chain']

/** Settings that every gateway has. */
const common = {
  slug: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .refine((slug) => !reserved.includes(slug), 'is that of another partner'),
  /** Shown to players after the name of a method, if another partner has a method of that name. */
  name: z.string().trim().min(1).max(40),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, '')),
  apiKey: z.string().min(16),
  /** Two while one is being replaced. */
  webhookSecrets: z.array(z.string().min(16)).min(1).max(2),
}
type Common = z.output<z.ZodObject<typeof common>>
export type GatewaySetting = Common & { protocol: string; offers: Offered[] }

export type Protocol = {
  name: string
  setting: z.ZodType<GatewaySetting>
  /** `gateway` was read by `setting`. */
  connect(gateway: GatewaySetting): PaymentPartner
}

export function defineProtocol<Fields extends z.ZodRawShape>(definition: {
  /** The value of `protocol` in PAYMENT_GATEWAYS. */
  name: string
  /** Its own settings, beside those that every gateway has. */
  fields: Fields
  offersOf(gateway: Common & z.output<z.ZodObject<Fields>>): Offered[]
  connect(gateway: Common & z.output<z.ZodObject<Fields>>, offers: Offers): PaymentPartner
}): Protocol {
  type Gateway = Common & z.output<z.ZodObject<Fields>>
  const { name, fields, offersOf, connect } = definition
  return {
    name,
    setting: z.strictObject({ ...common, protocol: z.literal(name), ...fields }).transform((read): GatewaySetting => {
      const gateway = read as unknown as Gateway
      return { ...gateway, protocol: name, offers: offersOf(gateway) }
    }),
    connect: (gateway) => connect(gateway as unknown as Gateway, serveOffers(gateway.offers)),
  }
}
