/** Rules by name, as field descriptors carry them, and validation against them; shared by browser and server. */
import { isBooleanLike, isNoLike, isYesLike } from './booleans.ts'
import { isCpfNumber } from './cpf.ts'
import { ageOn, isAfter, isBefore, isDate, isOnOrAfter, isOnOrBefore } from './dates.ts'
import { isEmpty } from './empty.ts'
import { fillMessage, type Messages, type RuleName, stockMessages } from './messages.ts'
import { isAtLeast, isAtMost, isDecimal, isInteger, isNumeric } from './numbers.ts'
import { isPhone } from './phone.ts'
import * as text from './text.ts'

export type RuleParameter = boolean | number | string
/** Rule name -> its parameter; `false` turns a rule off. */
export type Rules = Record<string, RuleParameter>
export type RuleContext = {
  today: Date
  /** The value of another field of the same form, for `sameAs`. */
  valueOf(fieldId: string): unknown
  /** Another field's label, for messages. */
  nameOf?(fieldId: string): string
}

type Check = (value: unknown, parameter: RuleParameter, context: RuleContext) => boolean

const checks: Record<RuleName, Check> = {
  required: (value) => !isEmpty(value),
  email: text.isEmail,
  url: text.isUrl,
  ip: text.isIp,
  phone: isPhone,
  cpfNumber: isCpfNumber,
  numeric: isNumeric,
  integer: isInteger,
  decimal: isDecimal,
  alpha: text.isAlpha,
  alphaNumeric: text.isAlphaNumeric,
  slugLike: text.isSlugLike,
  lowercase: text.isLowercase,
  uppercase: text.isUppercase,
  countryCode: text.isCountryCode,
  languageCode: text.isLanguageCode,
  yesLike: isYesLike,
  noLike: isNoLike,
  booleanLike: isBooleanLike,
  plainText: text.isPlainText,
  array: Array.isArray,
  minLength: (value, least) => text.lengthOf(value) >= Number(least),
  maxLength: (value, most) => text.lengthOf(value) <= Number(most),
  minValue: (value, least) => isAtLeast(value, Number(least)),
  maxValue: (value, most) => isAtMost(value, Number(most)),
  regex: (value, pattern) => text.matches(value, String(pattern)),
  sameAs: (value, other, context) => value === context.valueOf(String(other)),
  date: isDate,
  dateAfter: isAfter,
  dateOnOrAfter: isOnOrAfter,
  dateBefore: isBefore,
  dateOnOrBefore: isOnOrBefore,
  minAge: (value, years, { today }) => (ageOn(value, today) ?? -1) >= Number(years),
  maxAge: (value, years, { today }) => (ageOn(value, today) ?? Infinity) <= Number(years),
}

const order = Object.keys(checks) as RuleName[]

/** The first rule the value violates, or null. An empty value only violates `required`; unknown rules are left to the server. */
export function brokenRule(value: unknown, rules: Rules, context: RuleContext): RuleName | null {
  if (isEmpty(value)) return rules.required ? 'required' : null
  return order.find((name) => isOn(rules[name]) && !checks[name](value, rules[name]!, context)) ?? null
}

/** The message of the first violated rule, or null when the value is valid. */
export function faultOf(value: unknown, rules: Rules, context: RuleContext, messages: Messages = {}): string | null {
  const name = brokenRule(value, rules, context)
  if (!name) return null
  const isRange = (name === 'minValue' || name === 'maxValue') && isOn(rules.minValue) && isOn(rules.maxValue)
  const key = isRange ? 'between' : name
  return fillMessage(messages[key] ?? stockMessages[key], placeholders(name, rules, context))
}

function isOn(parameter: RuleParameter | undefined): boolean {
  return parameter !== undefined && parameter !== false
}

function placeholders(name: RuleName, rules: Rules, context: RuleContext): Record<string, string | number> {
  const param = rules[name] as string | number
  const values: Record<string, string | number> = { param, min: minimum(name, rules), max: maximum(name, rules) }
  if (name === 'sameAs') values.other = context.nameOf?.(String(param)) ?? String(param)
  return values
}

function minimum(name: RuleName, rules: Rules): string | number {
  return (
    ((name === 'minAge' ? rules.minAge : name.endsWith('Length') ? rules.minLength : rules.minValue) as
      | string
      | number) ?? ''
  )
}

function maximum(name: RuleName, rules: Rules): string | number {
  return (
    ((name === 'maxAge' ? rules.maxAge : name.endsWith('Length') ? rules.maxLength : rules.maxValue) as
      | string
      | number) ?? ''
  )
}
