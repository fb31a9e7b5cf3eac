/** What was entered in a method's fields, and what is wrong with it: the browser's own rules and the server's word. */
import { useState } from 'react'
import type { MethodField } from '#contract/payments.ts'
import { faultOfField, networkKey } from '../../features/payments/field-rules.ts'
import { useLabels } from '../../render/labels.tsx'
import { tellWallet } from './funnel.ts'

export function useMethodValues(fields: MethodField[]) {
  const t = useLabels('wallet')
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((field) => [field.key, initialValue(field)])))
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(fields.filter(({ value }) => value).map(({ key }) => key)))
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const problem = (field: MethodField) => faultOfField(fields, field, values)
  const faults = Object.fromEntries(fields.map((field) => {
    const fault = problem(field)
    if (refused[field.key]) return [field.key, refused[field.key]![0] ?? t('fieldRefused')]
    return [field.key, fault && touched.has(field.key) ? t(fault === 'required' ? 'fieldRequired' : 'fieldMalformed') : undefined]
  }))
  return {
    values, faults, refused,
    isValid: fields.every((field) => problem(field) === null),
    set(key: string, value: string) {
      if (key === networkKey) tellWallet('network')
      setValues((held) => ({ ...held, [key]: value }))
    },
    touch: (key: string) => setTouched((held) => new Set(held).add(key)),
    touchAll: () => setTouched(new Set(fields.map(({ key }) => key))),
    refuse: setRefused,
    forgive: (key: string) => setRefused((held) => Object.fromEntries(Object.entries(held).filter(([name]) => name !== key))),
  }
}
export type MethodValues = ReturnType<typeof useMethodValues>

/** A single network needs no choice. */
function initialValue(field: MethodField): string {
  if (field.value) return field.value
  return field.key === networkKey && field.options.length === 1 ? field.options[0]!.id : ''
}
