/** Validation of a payment method's dynamic fields (specification, section 5), shared by browser and server. */
import { isValidIBAN } from 'ibantools'
import type { MethodField } from '../payments.ts'
import { isCpfNumber } from './cpf.ts'
import { isPhone, phoneDigits, plainDigits } from './phone.ts'
import { matches } from './text.ts'
import { cleanAddress, isChecksumRight } from './wallet-address.ts'

/**
 * `mistyped` means that the form is right but the checksum does not match; `ownAddress`, that it is a deposit address
 * of the player.
 */
export type FieldFault = 'required' | 'malformed' | 'mistyped' | 'ownAddress'
export type FieldValues = Record<string, string>

export const networkKey = 'crypto_network'
export const walletKey = 'wallet_id'
/** The select whose options determine the address pattern of methods without a network field. */
const payoutCurrencyKey = 'currencyWithdraw'
/** The partner sets the agent's number; the player sees it but cannot change it. */
export const agentKey = 'agentNumber'
/** Upper bound for any payment field, whatever its pattern allows. */
export const fieldMaxLength = 256

const ibanKey = 'iban'

/** Null when the value is valid. Rules apply in the order required, options, phone, CPF, the network's pattern, the field's own, checksums. */
export function faultOfField(fields: MethodField[], field: MethodField, values: FieldValues): FieldFault | null {
  const text = (values[field.key] ?? '').trim()
  if (text === '') return field.isRequired || field.key === walletKey ? 'required' : null
  if (text.length > fieldMaxLength || !isWritable(field, text)) return 'malformed'
  if (field.fieldType === 'select' && !field.options.some(({ id }) => id === text)) return 'malformed'
  if (field.key === 'phone') return isPhone(text.replace(/^\+/, '')) ? null : 'malformed'
  if (field.key === 'cpf_number') return isCpfNumber(text) ? null : 'malformed'
  const pattern = patternOf(fields, field, values)
  const clean = cleanValue({ ...field, regexp: pattern }, text)
  if (pattern !== null && !matches(clean, pattern)) return 'malformed'
  const isRight = field.key === walletKey ? isChecksumRight(clean) : field.key !== ibanKey || isValidIBAN(clean)
  return isRight ? null : 'mistyped'
}

/** A wallet address follows the pattern of the chosen network or, without one, of the chosen currency. */
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

/** Keys of account and card numbers, which people write in groups as their bank does. */
const groupedKey = /iban|bic|card|number|code/i

/**
 * The value as it is sent and stored: trimmed; a phone number as a plus and its digits; a grouped number without its
 * separators; a wallet address in its canonical form.
 */
export function cleanValue({ key, regexp }: Pick<MethodField, 'key' | 'regexp'>, value: string): string {
  const text = value.trim()
  if (key === 'phone') return text === '' ? '' : `+${phoneDigits(text)}`
  if (key === walletKey) return cleanAddress(text)
  const joined = plainDigits(text.replaceAll(/[\s\u2010-\u2015.-]/g, ''))
  if (key === ibanKey) return joined.toUpperCase()
  if (!groupedKey.test(key) || regexp === null || matches(text, regexp)) return text
  return [joined, joined.toUpperCase()].find((each) => matches(each, regexp)) ?? text
}

/** Rejects lone surrogates and control characters; line breaks are allowed only in multi-line fields. */
function isWritable(field: MethodField, text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(field.fieldType === 'textarea' ? text.replaceAll(/[\n\r\t]/g, '') : text)
}
