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

/** No policy permits less. The country's own minimum age is checked once the country is known. */
const lowestAge = 18
/** Fields confirmed by an approved identity check, which can no longer be changed. */
export const verifiedFields: readonly string[] = ['firstName', 'lastName', 'birthdate']

/**
 * Specification, section 5: the nickname is hidden here and derived from the email; checkboxes come after the other
 * fields.
 */
function registrationFields({ passwordMinLength, registration }: FormSettings): Field[] {
  const asked = (id: string, ...fields: Field[]) =>
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
    ...asked('language', { id: 'language' }),
    ...asked('age', { id: 'age', rules: { minValue: lowestAge, maxValue: 120 } }),
    ...asked(
      'securityQuestion',
      { id: 'securityQuestion' },
      { id: 'securityAnswer', rules: { minLength: 2, maxLength: 64 } },
    ),
    ...asked('captcha', { id: 'captcha', rules: { maxLength: 512 } }).map((field) => ({
      ...field,
      rules: { ...field.rules, required: true },
    })),
    { id: 'bonusCode', rules: { maxLength: 64 } },
    { id: 'agreements', rules: { required: true, yesLike: true } },
    { id: 'receiveEmailPromo', rules: { booleanLike: true } },
    { id: 'receiveSmsPromo', rules: { booleanLike: true } },
    ...asked('receiveBonus', { id: 'receiveBonus', rules: { booleanLike: true } }),
  ]
}

/** In the order of the form. Email, phone and country are changed elsewhere. */
function profileFields(settings: FormSettings, owner: ProfileOwner): Field[] {
  const named = (id: string, maxLength: number) => ({ id, rules: { maxLength } })
  const fields: Field[] = [
    { id: 'email', editable: false },
    { id: 'phone', editable: false },
    { id: 'country', editable: false },
    named('firstName', 64),
    named('lastName', 64),
    {
      id: 'birthdate',
      rules: { minAge: owner ? readPolicy(owner.country, settings).minimumAge : lowestAge, maxAge: 120 },
    },
    { id: 'gender' },
    { id: 'nationality' },
    named('placeOfBirth', 100),
    named('address', 200),
    named('additionalAddress', 200),
    named('postalCode', 16),
    named('city', 100),
    named('profession', 100),
    named('personalIdNumber', 64),
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

/** Text that others may see. */
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
