/** The values and errors of a method's fields and amount, from the rules in the browser and from the server. */
import { useState } from 'react'
import type { MethodField } from '#contract/payments.ts'
import { faultOfField, faultWords, networkKey } from '../../features/payments/field-rules.ts'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import { trackWallet } from './funnel.ts'

/** The key under which the server reports errors of the amount. */
export const amountKey = 'amount'

export function useMethodValues(fields: MethodField[]) {
  const t = useLabels('wallet')
  const translate = useTranslation()
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.key, initialValue(field)])),
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ value }) => value).map(({ key }) => key)),
  )
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const problem = (field: MethodField) => faultOfField(fields, field, values)
  const faults = Object.fromEntries(
    fields.map((field) => {
      const fault = faultWords(fields, field, values)
      if (refused[field.key]) return [field.key, refused[field.key]![0] ?? t('fieldRefused')]
      return [field.key, fault && touched.has(field.key) ? t(fault.key, fault.values) : undefined]
    }),
  )
  const invalid = fields.find((field) => problem(field) !== null)
  const isPlaced = (key: string) => key === amountKey || fields.some((field) => field.key === key)
  return {
    values,
    faults,
    /** The server's error for the amount. */
    amountFault: refused[amountKey] && (refused[amountKey][0] ?? t('fieldRefused')),
    /** The server's errors that belong to no field, for example about a bonus that is no longer available. */
    otherFaults: Object.entries(refused)
      .filter(([key]) => !isPlaced(key))
      .map(([, texts]) => texts[0] ?? t('fieldRefused')),
    /** Describes the first invalid field: "Please complete: IBAN"; null if all are valid. */
    missing: invalid
      ? t(problem(invalid) === 'required' ? 'complete' : 'check', { field: translate(invalid.labels) })
      : null,
    set(key: string, value: string) {
      if (key === networkKey) trackWallet('network')
      setValues((current) => ({ ...current, [key]: value }))
    },
    touch: (key: string) => setTouched((current) => new Set(current).add(key)),
    touchAll: () => setTouched(new Set(fields.map(({ key }) => key))),
    refuse: setRefused,
    forgive: (key: string) =>
      setRefused((current) => Object.fromEntries(Object.entries(current).filter(([name]) => name !== key))),
    forgiveOthers: () =>
      setRefused((current) => Object.fromEntries(Object.entries(current).filter(([name]) => isPlaced(name)))),
  }
}
export type MethodValues = ReturnType<typeof useMethodValues>

/** A single network is preselected. */
function initialValue(field: MethodField): string {
  if (field.value) return field.value
  return field.key === networkKey && field.options.length === 1 ? field.options[0]!.id : ''
}
