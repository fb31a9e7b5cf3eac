/** What a payment request must satisfy before money or a partner is touched. */
import { isCpfNumber } from '#contract/fields/cpf.ts'
import { isPhone } from '#contract/fields/phone.ts'
import { matches } from '#contract/fields/text.ts'
import type { MethodField, PaymentMethod } from '#contract/payments.ts'

export type Faults = Record<string, string[]>
const networkKey = 'crypto_network'

/** Checks the dynamic fields by the specification's order: required, phone rule, CPF rule, else the field's own pattern. */
export function checkFields(method: PaymentMethod, given: Record<string, string>): Faults {
  const faults: Faults = {}
  for (const field of method.fields) {
    const value = (given[field.key] ?? '').trim()
    if (value === '') {
      if (field.isRequired) faults[field.key] = ['Value is required']
    } else if (!isAcceptable(method, field, value, given)) faults[field.key] = ['The value has not the expected form']
  }
  return faults
}

/** Only fields that the method asks for are kept and handed to the partner. */
export function keepKnown(method: PaymentMethod, given: Record<string, string>): Record<string, string> {
  const pairs = method.fields.map(({ key }) => [key, (given[key] ?? '').trim()] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

function isAcceptable(method: PaymentMethod, field: MethodField, value: string, given: Record<string, string>): boolean {
  if (field.fieldType === 'select') return field.options.some((option) => option.id === value)
  if (field.key === 'phone') return value.startsWith('+') && isPhone(value.slice(1))
  if (field.key === 'cpf_number') return isCpfNumber(value)
  if (field.key === 'wallet_id') return fits(networkOf(method, given)?.regex ?? null, value)
  return fits(field.regexp, value)
}

function fits(pattern: string | null, value: string): boolean {
  return value.length <= 256 && (pattern === null || matches(value, pattern))
}

export function networkOf(method: PaymentMethod, given: Record<string, string>) {
  return method.fields.find((field) => field.key === networkKey)?.options.find((option) => option.id === given[networkKey])
}

export function rangeOf(method: PaymentMethod, given: Record<string, string>): { min: bigint; max: bigint } {
  const network = networkOf(method, given)
  return { min: BigInt(network?.minAmount ?? method.amountMin), max: BigInt(network?.maxAmount ?? method.amountMax) }
}

/** An absolute address on this site or on a host that the operator allows; null for anything else. */
export function safeRedirect(given: string | undefined, fallback: string, publicUrl: string, hosts: string[]): string | null {
  const text = given ?? fallback
  // Browsers read a backslash as a slash and skip control characters, so neither may hide another host.
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
