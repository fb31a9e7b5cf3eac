/** Rules of a method's dynamic fields (specification, section 5), as far as the browser can tell. */
import { isCpfNumber } from '#contract/fields/cpf.ts'
import { isPhone, phoneDigits } from '#contract/fields/phone.ts'
import { matches } from '#contract/fields/text.ts'
import type { MethodField } from '#contract/payments.ts'

export const networkKey = 'crypto_network'
export type FieldFault = 'required' | 'malformed'

/** Null where the value may be sent. `pattern` replaces the field's own, as a network's does for a wallet address. */
export function faultOf(field: MethodField, value: string, pattern: string | null = field.regexp): FieldFault | null {
  const text = value.trim()
  if (text === '') return field.isRequired ? 'required' : null
  if (field.fieldType === 'select') return field.options.some(({ id }) => id === text) ? null : 'malformed'
  if (field.key === 'phone') return isPhone(text.replace(/^\+/, '')) ? null : 'malformed'
  if (field.key === 'cpf_number') return isCpfNumber(text) ? null : 'malformed'
  return pattern === null || matches(text, pattern) ? null : 'malformed'
}

/** Fields that came filled and valid need no second look; the agent's number is shown but fixed. */
export function isHidden(field: MethodField): boolean {
  return field.key !== 'agentNumber' && Boolean(field.value) && faultOf(field, field.value ?? '') === null
}

/** What is sent: trimmed, the phone with its plus, nothing empty. */
export function toRequestFields(values: Record<string, string>): Record<string, string> {
  const pairs = Object.entries(values).map(([key, value]) => [key, key === 'phone' && value ? `+${phoneDigits(value)}` : value.trim()] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
