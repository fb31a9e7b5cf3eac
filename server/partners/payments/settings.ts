/** Settings of the payment gateways. `PAYMENT_GATEWAYS` is a list, whose faults are all reported, each with its gateway. */
import { z } from 'zod'
import { settingMessage } from '../../kernel/setting-messages.ts'
import { isSameOffer, type Offered } from './offers.ts'
import type { GatewaySetting } from './protocol.ts'
import { findProtocol, protocolNames } from './protocols.ts'
import { isSandboxMethod } from './sandbox-texts.ts'

const mostGateways = 50

type Written = Partial<Record<string, unknown>>
type Read = { label: string; written: Written; gateway: GatewaySetting | null; faults: string[] }

const Gateways = z.string().transform((text, context): GatewaySetting[] => {
  const read = readList(text)
  const faults = typeof read === 'string' ? [read] : [...read.flatMap((each) => each.faults), ...clashes(read)]
  for (const message of faults) context.addIssue({ code: 'custom', message })
  return typeof read === 'string' ? [] : read.flatMap(({ gateway }) => gateway ?? [])
})

function readList(text: string): Read[] | string {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return 'must be a JSON array of gateways'
    return list.length > mostGateways ? `must have at most ${mostGateways} gateways` : list.map(readGateway)
  } catch {
    return 'not JSON'
  }
}

function readGateway(item: unknown, index: number): Read {
  const written: Written = typeof item === 'object' && item !== null ? { ...item } : {}
  const label = `gateway ${index + 1}${typeof written.slug === 'string' ? ` (${written.slug})` : ''}`
  const protocol = findProtocol(written.protocol)
  if (!protocol)
    return { label, written, gateway: null, faults: [`${label}: protocol must be ${protocolNames.join(' or ')}`] }
  const parsed = protocol.setting.safeParse(item, { error: settingMessage })
  return parsed.success
    ? { label, written, gateway: parsed.data, faults: [] }
    : {
        label,
        written,
        gateway: null,
        faults: parsed.error.issues.map(
          ({ path, message }) => `${label}: ${[path.join('.'), message].join(' ').trim()}`,
        ),
      }
}

/**
 * What must differ between gateways, also of those that have other faults. The account: a second gateway for it would
 * find the payments of the first in its statement. The secrets: one gateway could sign reports of payments of another.
 */
const unique: Array<[what: string, of: (written: Written) => unknown[]]> = [
  ['slug', ({ slug }) => [slug]],
  [
    'account',
    ({ protocol, url, storeId, apiKey }) => (storeId || apiKey ? [[protocol, url, storeId ?? apiKey].join(' ')] : []),
  ],
  ['webhook secret', ({ webhookSecrets }) => (Array.isArray(webhookSecrets) ? webhookSecrets : [])],
]

function clashes(gateways: Read[]): string[] {
  return gateways.flatMap(({ label, written, gateway }, index) => {
    const earlier = gateways.slice(0, index)
    const same = unique.flatMap(([what, of]) =>
      earlier
        .filter((other) => of(other.written).some((value) => typeof value === 'string' && of(written).includes(value)))
        .map((other) => `${label}: has the ${what} of ${other.label}`),
    )
    return [...same, ...sameMethods(label, gateway?.offers ?? [], earlier)]
  })
}

/** A request names a method alone, so a method has one gateway. */
function sameMethods(label: string, offers: Offered[], earlier: Read[]): string[] {
  const twice = offers.filter((offer, index) => offers.slice(0, index).some((other) => isSameOffer(offer, other)))
  const ids = new Set(offers.map(({ method }) => method.method))
  const taken = earlier.flatMap((other) =>
    [...new Set(other.gateway?.offers.map(({ method }) => method.method))]
      .filter((id) => ids.has(id))
      .map((id) => `${label}: ${id} is a method of ${other.label}; choose another id and set gatewayMethod`),
  )
  return [
    ...twice.map(
      ({ method, currency, direction }) =>
        `${label}: ${method.method} is listed twice for a ${direction} in ${currency}`,
    ),
    ...taken,
  ]
}

export const paymentShape = {
  SHOW_FILLED_FIELDS: z
    .stringbool()
    .default(false)
    .meta({ description: 'Show payment fields even if the profile already provides a valid value' }),
  PAYMENT_GATEWAYS: Gateways.default([]).meta({
    description:
      'Payment gateways, as a JSON array of { slug, name, protocol, url, … } (docs/payment-partners.md), in the order in which players see their methods',
    secret: true,
  }),
}
type PaymentEnvironment = z.output<z.ZodObject<typeof paymentShape>> & {
  NODE_ENV: string
  SANDBOX?: boolean | undefined
}

export function paymentFaults({ PAYMENT_GATEWAYS, NODE_ENV, SANDBOX }: PaymentEnvironment): string[] {
  if (!(SANDBOX ?? NODE_ENV !== 'production')) return []
  return PAYMENT_GATEWAYS.flatMap(({ slug, offers }) =>
    [...new Set(offers.map(({ method }) => method.method))]
      .filter(isSandboxMethod)
      .map((id) => `PAYMENT_GATEWAYS: ${slug}: ${id} is a method of the sandbox; set SANDBOX=false`),
  )
}

export function derivePayments(env: PaymentEnvironment) {
  return { isShowFilled: env.SHOW_FILLED_FIELDS, gateways: env.PAYMENT_GATEWAYS }
}
export type PaymentSettings = ReturnType<typeof derivePayments>

/** Origins of these gateways that players are redirected to or that pages embed. */
export function paymentOrigins({ gateways }: PaymentSettings): string[] {
  return [...new Set(gateways.map(({ url }) => new URL(url).origin))]
}
