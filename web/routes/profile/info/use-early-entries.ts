/** Input made before hydration is carried over into the form. */
import { type RefObject, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '../../../forms/check-values.ts'

export function useEarlyEntries(element: RefObject<HTMLFormElement | null>, form: UseFormReturn<FormValues>): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    for (const [id, known] of Object.entries(form.getValues())) {
      const input = element.current?.elements.namedItem(id)
      if (!(input instanceof HTMLInputElement) || input.disabled) continue
      const entered = typeof known === 'boolean' ? input.checked : input.value
      if (entered !== known) form.setValue(id, entered, { shouldDirty: true })
    }
  }, [element, form])
}
