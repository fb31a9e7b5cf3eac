/** Form rules of a method's dynamic fields (specification, section 5); shared validation is in `contract/fields`. */
import { agentKey, cleanValue, type FieldFault, faultOfField, networkKey } from '#contract/fields/method-fields.ts'
import type { MethodField } from '#contract/payments.ts'

export { agentKey, faultOfField, type FieldFault, networkKey }

/** Null when valid. `pattern` overrides the field's own, as for a network's wallet address. */
export function faultOf(field: MethodField, value: string, pattern: string | null = field.regexp): FieldFault | null {
  return faultOfField([], { ...field, regexp: pattern }, { [field.key]: value })
}

/** Prefilled valid fields are hidden unless the operator shows all; destinations are always shown, the agent number is read-only. */
export function isHidden(field: MethodField, isShowFilled = false): boolean {
  return (
    !isShowFilled &&
    !field.isDestination &&
    field.key !== agentKey &&
    Boolean(field.value) &&
    faultOf(field, field.value ?? '') === null
  )
}

/** The submitted values: trimmed, phone with plus, empty ones omitted. */
export function toRequestFields(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, cleanValue(key, value)])
      .filter(([, value]) => value !== ''),
  )
}
