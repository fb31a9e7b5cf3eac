/** The default message of every rule; content may override each under the same key. */
export const stockMessages = {
  required: 'Value is required',
  email: 'Value is not a valid email address',
  url: 'The value is not a valid URL address',
  numeric: 'Value must be numeric',
  integer: 'Value is not an integer',
  decimal: 'Value must be decimal',
  alphaNumeric: 'The value must be alpha-numeric',
  alpha: 'The value is not alphabetical',
  maxLength: 'The maximum length allowed is {max}',
  minLength: 'This field should be at least {min} characters long',
  minValue: 'The minimum value allowed is {min}',
  maxValue: 'The maximum value allowed is {max}',
  between: 'The value must be between {min} and {max}',
  sameAs: 'The value must be equal to the {other} value',
  ip: 'Value is not a valid IP address',
  regex: 'The value is not in the expected form',
  phone: 'Value is not a valid phone number',
  cpfNumber: 'Value is not a valid CPF number',
  countryCode: 'Value is not a country code of two capital letters',
  languageCode: 'Value is not a language code of two small letters',
  lowercase: 'Only lowercase letters are allowed',
  uppercase: 'Only uppercase letters are allowed',
  yesLike: 'This has to be accepted',
  noLike: 'This has to be declined',
  date: 'Value is not a valid date',
  dateAfter: 'The date must be after {param}',
  dateOnOrAfter: 'The date must be {param} or later',
  dateBefore: 'The date must be before {param}',
  dateOnOrBefore: 'The date must be {param} or earlier',
  minAge: 'You must be at least {min} years old',
  maxAge: 'The age must be at most {max} years',
  slugLike: 'Only letters, digits, underscores and hyphens are allowed',
  plainText: 'Use plain text on one line, without control characters',
  array: 'Value must be a list',
  booleanLike: 'Value must be yes or no',
} as const

export type RuleName = Exclude<keyof typeof stockMessages, 'between'>
export type Messages = Partial<Record<string, string>>

/** Replaces `{min}`, `{max}`, `{param}` and `{other}`; placeholders without a value are left unchanged. */
export function fillMessage(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )
}
