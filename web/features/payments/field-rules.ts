/** Form rules of a method's dynamic fields (specification, section 5); shared validation is in `contract/fields`. */
import {
  agentKey,
  chosenOption,
  cleanValue,
  type FieldFault,
  faultOfField,
  networkKey,
  walletKey,
} from '#contract/fields/method-fields.ts'
import type { MethodField } from '#contract/payments.ts'

export { agentKey, faultOfField, type FieldFault, networkKey, walletKey }

/** Returns null for a valid value. `pattern` overrides that of the field, for example for a network's addresses. */
export function faultOf(field: MethodField, value: string, pattern: string | null = field.regexp): FieldFault | null {
  return faultOfField([], { ...field, regexp: pattern }, { [field.key]: value })
}

export type FaultLabel = { key: string; values?: Record<string, string | number> }

/** Returns the label that explains what the player must correct in a value. */
export function faultWords(
  fields: MethodField[],
  field: MethodField,
  values: Record<string, string>,
): FaultLabel | null {
  const fault = faultOfField(fields, field, values)
  if (fault === null) return null
  if (fault === 'mistyped') return { key: field.key === walletKey ? 'walletMistyped' : 'ibanMistyped' }
  if (fault !== 'malformed') return { key: 'fieldRequired' }
  const text = (values[field.key] ?? '').trim()
  if (field.key === 'phone') return { key: 'phoneMalformed' }
  if (field.key === 'cpf_number') return { key: 'cpfMalformed' }
  if (field.key === 'iban') return ibanFault(text.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  if (field.key === walletKey) {
    const network = chosenOption(fields, networkKey, values)?.name
    return network ? { key: 'walletNotOfNetwork', values: { network } } : { key: 'walletMalformed' }
  }
  const counts = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(field.regexp ?? '')
  if (!counts) return { key: 'fieldMalformed' }
  const [, min, max = min] = counts
  return /[^\d\s-]/.test(text)
    ? { key: 'digitsOnly' }
    : {
        key: min === max ? 'digitCountExact' : 'digitCount',
        values: { min: min!, max: max!, count: text.replaceAll(/\D/g, '').length },
      }
}

function ibanFault(text: string): FaultLabel {
  if (!/^[A-Za-z]{2}\d{2}/.test(text)) return { key: 'ibanStart' }
  return text.length < 15 || text.length > 34
    ? { key: 'ibanLength', values: { count: text.length } }
    : { key: 'fieldMalformed' }
}

/**
 * Whether a field is hidden: prefilled valid ones are, except destinations, the agent's number, or if all are shown.
 */
export function isHidden(field: MethodField, isShowFilled = false): boolean {
  return (
    !isShowFilled &&
    !field.isDestination &&
    field.key !== agentKey &&
    Boolean(field.value) &&
    faultOf(field, field.value ?? '') === null
  )
}

/** Returns the fields to show: those that are not hidden, and hidden ones that the server has rejected. */
export function shownFields(
  fields: MethodField[],
  isShowFilled: boolean,
  faults: Record<string, unknown>,
): MethodField[] {
  return fields.filter((field) => !isHidden(field, isShowFilled) || faults[field.key])
}

/** Returns the values to submit: trimmed, the phone with a plus, without empty ones. */
export function toRequestFields(fields: MethodField[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field.key, cleanValue(field, values[field.key] ?? '')]).filter(([, value]) => value !== ''),
  )
}
