/** Which fields the forms have, in which order, under which rules. Browser and server both work from this one list. */
import type { FieldDescriptor } from '#contract/identity.ts'
import { fieldRules } from '#contract/fields/catalogue.ts'
import type { Rules } from '#contract/fields/rules.ts'
import type { Settings } from '../../../settings.ts'

export type Scenario = 'registration' | 'profile'
type Field = { id: string; rules?: Rules; isVisible?: boolean; editable?: boolean }
type Policy = Pick<Settings, 'passwordMinLength' | 'registration'>

/** Specification, section 5: the nickname is hidden here and derived from the e-mail; check boxes come after the other fields. */
function registrationFields({ passwordMinLength, registration }: Policy): Field[] {
  return [
    ...(registration.email ? [{ id: 'email', rules: { required: true } }] : []),
    ...(registration.phone ? [{ id: 'phone', rules: { required: true } }] : []),
    { id: 'password', rules: { required: true, minLength: passwordMinLength, maxLength: 256 } },
    { id: 'country', rules: { required: true } },
    { id: 'currency', rules: { required: true } },
    { id: 'nickname', rules: { maxLength: 64 }, isVisible: false },
    { id: 'bonusCode', rules: { maxLength: 64 } },
    { id: 'agreements', rules: { required: true, yesLike: true } },
    { id: 'receiveEmailPromo', rules: { booleanLike: true } },
    { id: 'receiveSmsPromo', rules: { booleanLike: true } },
  ]
}

function profileFields(): Field[] {
  return [
    { id: 'email', editable: false },
    { id: 'firstName', rules: { maxLength: 64 } },
    { id: 'lastName', rules: { maxLength: 64 } },
    { id: 'nickname', rules: { required: true, minLength: 2, maxLength: 64 } },
    { id: 'phone', editable: false },
    { id: 'country', editable: false },
    { id: 'locale', rules: { required: true } },
  ]
}

/** `name` and `description` are left to content: the words differ by locale, the descriptors do not. */
export function fieldsOf(scenario: Scenario, policy: Policy): FieldDescriptor[] {
  const fields = scenario === 'registration' ? registrationFields(policy) : profileFields()
  return fields.map(({ id, rules = {}, isVisible = true, editable = true }, index) => ({
    id, name: id, description: null, editable, isVisible,
    isRequired: rules.required === true, position: index + 1, value: null, rules: { ...fieldRules(id), ...rules },
  }))
}
