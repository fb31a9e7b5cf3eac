/** The fields of all forms, their order and their rules; browser and server both use this list. */
import type { FieldDescriptor } from '#contract/identity.ts'
import { factsOf, fieldRules } from '#contract/fields/catalogue.ts'
import type { Rules } from '#contract/fields/rules.ts'
import { type PolicySettings, readPolicy } from '../../kernel/policy.ts'
import type { Settings } from '../../settings.ts'

export type Scenario = 'registration' | 'profile'
type Field = { id: string; rules?: Rules; isVisible?: boolean; editable?: boolean }
type FormSettings = Pick<Settings, 'passwordMinLength' | 'registration'> & PolicySettings
/** The owner of the profile; null without a session. */
export type ProfileOwner = { country: string; isVerified: boolean } | null

/** No policy permits a lower age. The country's own minimum age is checked once the country is known. */
const lowestAge = 18
/** Fields confirmed by an approved identity check, which can no longer be changed. */
export const verifiedFields: readonly string[] = ['firstName', 'lastName', 'birthdate']

/**
 * Specification, section 5: the nickname is hidden here and derived from the email; checkboxes come after the other
 * fields.
 */
function registrationFields({ passwordMinLength, registration }: FormSettings): Field[] {
  const ifConfigured = (id: string, ...fields: Field[]) =>
    registration.fields.has(id)
      ? fields.map((field) => ({ ...field, rules: { ...field.rules, required: registration.fields.get(id) === true } }))
      : []
  return [
    ...(registration.email ? [{ id: 'email', rules: { required: true } }] : []),
    ...(registration.phone ? [{ id: 'phone', rules: { required: true } }] : []),
    { id: 'password', rules: { required: true, minLength: passwordMinLength, maxLength: 256 } },
    { id: 'country', rules: { required: true } },
    { id: 'currency', rules: { required: true } },
    { id: 'nickname', rules: { maxLength: 64 }, isVisible: false },
    ...ifConfigured('language', { id: 'language' }),
    ...ifConfigured('age', { id: 'age', rules: { minValue: lowestAge, maxValue: 120 } }),
    ...ifConfigured(
      'securityQuestion',
      { id: 'securityQuestion' },
      { id: 'securityAnswer', rules: { minLength: 2, maxLength: 64 } },
    ),
    ...ifConfigured('captcha', { id: 'captcha', rules: { maxLength: 512 } }).map((field) => ({
      ...field,
      rules: { ...field.rules, required: true },
    })),
    { id: 'bonusCode', rules: { maxLength: 64 } },
    { id: 'agreements', rules: { required: true, yesLike: true } },
    { id: 'receiveEmailPromo', rules: { booleanLike: true } },
    { id: 'receiveSmsPromo', rules: { booleanLike: true } },
    ...ifConfigured('receiveBonus', { id: 'receiveBonus', rules: { booleanLike: true } }),
  ]
}

/** In the order of the form. Email, phone and country are changed elsewhere. */
function profileFields(settings: FormSettings, owner: ProfileOwner): Field[] {
  const text = (id: string, maxLength: number) => ({ id, rules: { maxLength } })
  const fields: Field[] = [
    { id: 'email', editable: false },
    { id: 'phone', editable: false },
    { id: 'country', editable: false },
    text('firstName', 64),
    text('lastName', 64),
    {
      id: 'birthdate',
      rules: { minAge: owner ? readPolicy(owner.country, settings).minimumAge : lowestAge, maxAge: 120 },
    },
    { id: 'gender' },
    { id: 'nationality' },
    text('placeOfBirth', 100),
    text('address', 200),
    text('additionalAddress', 200),
    text('postalCode', 16),
    text('city', 100),
    text('profession', 100),
    text('personalIdNumber', 64),
    { id: 'cpf_number', isVisible: owner?.country === 'BR' },
    { id: 'nickname', rules: { required: true, minLength: 2, maxLength: 64 } },
    { id: 'locale', rules: { required: true } },
    { id: 'timeZone' },
    { id: 'receiveEmailPromo', rules: { booleanLike: true } },
    { id: 'receiveSmsPromo', rules: { booleanLike: true } },
  ]
  return fields.map((field) =>
    owner?.isVerified && verifiedFields.includes(field.id) ? { ...field, editable: false } : field,
  )
}

/** Free text may be visible to others, so it is checked against the rules for such text. */
function isFreeText(id: string): boolean {
  return factsOf(id).kind === 'text'
}

/** `name` is the id and `description` empty: `describe` fills in the texts of the caller's language. */
export function fieldsOf(scenario: Scenario, settings: FormSettings, owner: ProfileOwner = null): FieldDescriptor[] {
  const fields = scenario === 'registration' ? registrationFields(settings) : profileFields(settings, owner)
  return fields.map(({ id, rules = {}, isVisible = true, editable = true }, index) => ({
    id,
    name: id,
    description: null,
    editable,
    isVisible,
    isRequired: rules.required === true,
    position: index + 1,
    value: null,
    rules: { ...(isFreeText(id) && { plainText: true }), ...fieldRules(id), ...rules },
  }))
}
