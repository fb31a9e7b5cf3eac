/** Checks values by the rules of described fields, also as a resolver of react-hook-form. */
import type { FieldErrors, Resolver } from 'react-hook-form'
import { type RuleContext, type Rules, faultOf } from '#contract/fields/rules.ts'
import type { FormTexts } from './use-form-texts.ts'

type FormValue = string | boolean
export type FormValues = Record<string, FormValue>
/** The properties of a field that a form uses; the server's field descriptors have this type. */
export type FormField = {
  id: string
  rules: Rules
  isRequired?: boolean
  isVisible?: boolean
  editable?: boolean
  description?: string | null
}

export function checkValues(
  fields: FormField[],
  values: FormValues,
  { messages, fields: texts }: Pick<FormTexts, 'messages' | 'fields'>,
): Record<string, string> {
  const context: RuleContext = {
    today: new Date(),
    valueOf: (id) => values[id],
    nameOf: (id) => texts[id]?.label ?? id,
  }
  const faults: Record<string, string> = {}
  for (const { id, rules, isVisible, editable } of fields) {
    if (isVisible === false || editable === false) continue
    const fault = faultOf(ruleValueOf(values[id]), rules, context, messages)
    if (fault) faults[id] = fault
  }
  return faults
}

/** Converts a checkbox to the value that the rules expect: unticked counts as missing. */
function ruleValueOf(value: FormValue | undefined): unknown {
  return typeof value === 'boolean' ? (value ? 1 : null) : value
}

export function resolverOf(fields: FormField[], texts: Pick<FormTexts, 'messages' | 'fields'>): Resolver<FormValues> {
  return (values) => {
    const faults = Object.entries(checkValues(fields, values, texts))
    const errors = Object.fromEntries(
      faults.map(([id, message]) => [id, { type: 'rule', message }]),
    ) as FieldErrors<FormValues>
    return faults.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}
