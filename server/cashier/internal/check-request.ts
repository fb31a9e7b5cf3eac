/** Checks of a payment request before money moves or a partner is called. */
import {
  agentKey,
  chosenOption,
  cleanValue,
  type FieldFault,
  faultOfField,
  networkKey,
} from '#contract/fields/method-fields.ts'
import type { MethodField, PaymentMethod } from '#contract/payments.ts'

export type FieldFaults = Record<string, FieldFault>

/** The invalid dynamic fields, each with its fault. */
export function checkFields({ fields }: PaymentMethod, input: Record<string, string>): FieldFaults {
  const values = { ...input, ...ownValues(fields) }
  const faults = fields.map((field) => [field.key, faultOfField(fields, field, values)] as const)
  return Object.fromEntries(faults.filter((fault): fault is [string, FieldFault] => fault[1] !== null))
}

/** Only fields that the method defines are stored and sent to the partner. */
export function pickOwnFields({ fields }: PaymentMethod, input: Record<string, string>): Record<string, string> {
  const values = { ...input, ...ownValues(fields) }
  const pairs = fields.map((field) => [field.key, cleanValue(field, values[field.key] ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

/** The agent's number always comes from the partner, never from the request. */
function ownValues(fields: MethodField[]): Record<string, string> {
  const agent = fields.find(({ key, value }) => key === agentKey && value)
  return agent ? { [agentKey]: agent.value! } : {}
}

export function networkOf(method: PaymentMethod, input: Record<string, string>) {
  return chosenOption(method.fields, networkKey, input)
}

export function rangeOf(method: PaymentMethod, input: Record<string, string>): { min: bigint; max: bigint } {
  const network = networkOf(method, input)
  return { min: BigInt(network?.minAmount ?? method.amountMin), max: BigInt(network?.maxAmount ?? method.amountMax) }
}

/** An absolute address on this site or on an allowed host; null for anything else. */
export function safeRedirect(
  input: string | undefined,
  fallback: string,
  publicUrl: string,
  hosts: string[],
): string | null {
  const text = input ?? fallback
  // Browsers treat a backslash as a slash and skip control characters, so neither may hide another host.
  if (/[\\\p{Cc}]/u.test(text)) return null
  const home = new URL(publicUrl)
  let target: URL
  try {
    target = new URL(text, home)
  } catch {
    return null
  }
  if (target.username || target.password) return null
  if (target.origin === home.origin) return target.href
  return target.protocol === 'https:' && hosts.includes(target.host) ? target.href : null
}
