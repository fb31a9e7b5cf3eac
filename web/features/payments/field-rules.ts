/** Rules of a method's dynamic fields (specification, section 5) as a form needs them; what is right is settled for both sides in `contract/fields`. */
import { agentKey, cleanValue, type FieldFault, faultOfField, networkKey } from '#contract/fields/method-fields.ts'
import type { MethodField } from '#contract/payments.ts'

export { agentKey, faultOfField, type FieldFault, networkKey }

/** Null where the value may be sent. `pattern` replaces the field's own, as a network's does for a wallet address. */
export function faultOf(field: MethodField, value: string, pattern: string | null = field.regexp): FieldFault | null {
  return faultOfField([], { ...field, regexp: pattern }, { [field.key]: value })
}

/** Fields that came filled and valid need no second look, unless the operator shows them all; where money goes is looked at each time, and the agent's number is shown but fixed. */
export function isHidden(field: MethodField, isShowFilled = false): boolean {
  return (
    !isShowFilled &&
    !field.isDestination &&
    field.key !== agentKey &&
    Boolean(field.value) &&
    faultOf(field, field.value ?? '') === null
  )
}

/** What is sent: trimmed, the phone with its plus, nothing empty. */
export function toRequestFields(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, cleanValue(key, value)])
      .filter(([, value]) => value !== ''),
  )
}
