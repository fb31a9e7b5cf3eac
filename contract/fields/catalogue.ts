/** The form field catalogue: every known field and how a browser presents it. */

type FieldKind =
  | 'text'
  | 'password'
  | 'email'
  | 'phone'
  | 'date'
  | 'number'
  | 'country'
  | 'currency'
  | 'select'
  | 'checkbox'
  | 'multiline'
export type FieldFacts = {
  kind: FieldKind
  /** The HTML autofill token, so that password managers and address books know the field. */
  autocomplete?: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  /** Disables the spelling checker, for names and codes. */
  spellCheck?: false
  /** Always left to right, also on right-to-left pages. */
  direction?: 'ltr'
  /** The source of a select's options; `words` are those that content defines for the field. */
  options?: 'words' | 'timeZones' | 'languages' | 'locales'
  /** Groups digits during input. */
  mask?: 'cpf'
}

/** Gender options; content supplies their labels. */
export const genders = ['female', 'male', 'diverse'] as const

const name = { kind: 'text', spellCheck: false } as const
const code = { kind: 'text', autocomplete: 'off', spellCheck: false, direction: 'ltr' } as const
const box = { kind: 'checkbox' } as const

export const fieldCatalogue = {
  password: { kind: 'password', autocomplete: 'new-password', direction: 'ltr' },
  password_confirmation: { kind: 'password', autocomplete: 'new-password', direction: 'ltr' },
  currentPassword: { kind: 'password', autocomplete: 'current-password', direction: 'ltr' },
  newPassword: { kind: 'password', autocomplete: 'new-password', direction: 'ltr' },
  repeatNewPassword: { kind: 'password', autocomplete: 'new-password', direction: 'ltr' },
  firstName: { ...name, autocomplete: 'given-name' },
  lastName: { ...name, autocomplete: 'family-name' },
  nationality: { kind: 'country' },
  nickname: { ...name, autocomplete: 'nickname' },
  gender: { kind: 'select', autocomplete: 'sex', options: 'words' },
  city: { ...name, autocomplete: 'address-level2' },
  address: { ...name, autocomplete: 'address-line1' },
  additionalAddress: { ...name, autocomplete: 'address-line2' },
  postalCode: { ...name, autocomplete: 'postal-code' },
  timeZone: { kind: 'select', options: 'timeZones' },
  profession: { kind: 'text', autocomplete: 'organization-title' },
  language: { kind: 'select', autocomplete: 'language', options: 'languages' },
  captcha: { kind: 'text', autocomplete: 'off' },
  bonusCode: code,
  securityQuestion: { kind: 'select', options: 'words' },
  securityAnswer: { kind: 'text', autocomplete: 'off' },
  email: { kind: 'email', autocomplete: 'email', inputMode: 'email', spellCheck: false, direction: 'ltr' },
  country: { kind: 'country', autocomplete: 'country' },
  currency: { kind: 'currency' },
  agreements: box,
  receiveEmailPromo: box,
  receiveSmsPromo: box,
  receiveBonus: box,
  phone: { kind: 'phone', autocomplete: 'tel', inputMode: 'tel', direction: 'ltr' },
  birthdate: { kind: 'date', autocomplete: 'bday' },
  placeOfBirth: name,
  personalIdNumber: code,
  message: { kind: 'multiline' },
  locale: { kind: 'select', autocomplete: 'language', options: 'locales' },
  age: { kind: 'number', inputMode: 'numeric' },
  cpf_number: { ...code, inputMode: 'numeric', mask: 'cpf' },
} as const satisfies Record<string, FieldFacts>

type FieldId = keyof typeof fieldCatalogue

function isFieldId(id: string): id is FieldId {
  return Object.hasOwn(fieldCatalogue, id)
}

/** An unknown field, from a newer server, is presented as plain text. */
export function factsOf(id: string): FieldFacts {
  return isFieldId(id) ? fieldCatalogue[id] : { kind: 'text' }
}

/** The rules of a field in every form (specification, section 5); each form decides whether it is required. */
export function fieldRules(id: string): Record<string, boolean | number | string> {
  return Object.hasOwn(fixedRules, id) ? fixedRules[id]! : {}
}

const fixedRules: Record<string, Record<string, boolean | number | string>> = {
  password: { minLength: 6 },
  password_confirmation: { sameAs: 'password' },
  newPassword: { minLength: 6 },
  repeatNewPassword: { sameAs: 'newPassword' },
  firstName: { minLength: 2 },
  lastName: { minLength: 2 },
  personalIdNumber: { minLength: 2 },
  email: { email: true },
  phone: { phone: true },
  birthdate: { date: true },
  age: { integer: true },
  cpf_number: { cpfNumber: true },
  country: { countryCode: true },
  nationality: { countryCode: true },
  language: { languageCode: true },
  gender: { regex: `^(${genders.join('|')})$` },
  timeZone: { regex: '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$', maxLength: 64 },
  securityQuestion: { slugLike: true, maxLength: 32 },
}
