/** Rules of a payment method's dynamic fields (specification, section 5): the browser and the server judge by these same lines. */
import type { MethodField } from '../payments.ts'
import { isCpfNumber } from './cpf.ts'
import { isPhone, phoneDigits } from './phone.ts'
import { matches } from './text.ts'

export type FieldFault = 'required' | 'malformed'
export type FieldValues = Record<string, string>

export const networkKey = 'crypto_network'
export const walletKey = 'wallet_id'
/** A select whose options say by which rule a wallet address is read where no network is asked for. */
const payoutCurrencyKey = 'currencyWithdraw'
/** The agent's number is the partner's to give: the player sees it and cannot change it. */
export const agentKey = 'agentNumber'
/** No field of a payment is longer, whatever its pattern says. */
export const fieldMaxLength = 256

/** Null where the value may be sent. Order of the rules: required, options, phone, CPF, the network's pattern, the field's own. */
export function faultOfField(fields: MethodField[], field: MethodField, values: FieldValues): FieldFault | null {
  const text = (values[field.key] ?? '').trim()
  if (text === '') return field.isRequired || field.key === walletKey ? 'required' : null
  if (text.length > fieldMaxLength || !isWritable(field, text)) return 'malformed'
  if (field.fieldType === 'select') return field.options.some(({ id }) => id === text) ? null : 'malformed'
  if (field.key === 'phone') return isPhone(text.replace(/^\+/, '')) ? null : 'malformed'
  if (field.key === 'cpf_number') return isCpfNumber(text) ? null : 'malformed'
  const pattern = patternOf(fields, field, values)
  return pattern === null || matches(text, pattern) ? null : 'malformed'
}

/** A wallet address is read by the rule of the chosen network or, without one, of the chosen currency. */
export function patternOf(fields: MethodField[], field: MethodField, values: FieldValues): string | null {
  if (field.key !== walletKey) return field.regexp
  return (
    chosenOption(fields, networkKey, values)?.regex ??
    chosenOption(fields, payoutCurrencyKey, values)?.regex ??
    field.regexp
  )
}

export function chosenOption(fields: MethodField[], key: string, values: FieldValues) {
  return fields.find((field) => field.key === key)?.options.find(({ id }) => id === values[key]?.trim())
}

/** What is sent and kept: trimmed, the phone as its digits after a plus. */
export function cleanValue(key: string, value: string): string {
  const text = value.trim()
  return key === 'phone' && text !== '' ? `+${phoneDigits(text)}` : text
}

/** Neither halves of characters nor control characters, which nobody types; line breaks where there are lines. */
function isWritable(field: MethodField, text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(field.fieldType === 'textarea' ? text.replaceAll(/[\n\r\t]/g, '') : text)
}
