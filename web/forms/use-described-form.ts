/** A form of described fields: validated on blur, server errors shown per field and cleared on focus. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../api/client.ts'
import { checkValues, type FormField, type FormValues, resolverOf } from './check-values.ts'
import type { FormTexts } from './use-form-texts.ts'

export type DescribedForm = {
  form: UseFormReturn<FormValues>
  words: Pick<FormTexts, 'messages' | 'fields'>
  /** Ids of visible fields that prevent submission. */
  missing: string[]
  /** A server message without a field. */
  formError: string | null
  isBusy: boolean
  canSubmit: boolean
  onFocus: (id: string) => void
  /** The input has changed: the server's form error no longer applies. */
  onChange: (id: string) => void
  submit: () => void
}
type Options = {
  fields: FormField[]
  words: Pick<FormTexts, 'messages' | 'fields'>
  defaults: FormValues
  send: (values: FormValues) => Promise<void>
  /** The message for a form-level error. */
  explain: (error: ApiError) => string
  /** The form is part of a text page: nothing is focused automatically. */
  prefersReducedMotion?: boolean
}

export function useDescribedForm({
  fields,
  words,
  defaults,
  send,
  explain,
  prefersReducedMotion = false,
}: Options): DescribedForm {
  const resolver = useMemo(() => resolverOf(fields, words), [fields, words])
  const form = useForm<FormValues>({ resolver, defaultValues: defaults, mode: 'onTouched', shouldFocusError: true })
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as FormValues
  const [fault, setFault] = useState<{ message: string; isFinal: boolean } | null>(null)
  const isSending = useRef(false)
  const missing = Object.keys(checkValues(fields, { ...defaults, ...values }, words))
  // A refused submission stays disabled until the input changes; after an outage it can be retried as is.
  const hasServerError = fault?.isFinal || Object.values(errors).some((error) => error?.type === 'server')

  const trySending = async (sent: FormValues) => {
    setFault(null)
    try {
      await send(sent)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refused = showFields(form, fields, error)
      if (refused) pointAt(refused)
      // A captcha is solved anew by each attempt.
      else
        setFault({
          message: explain(error),
          isFinal:
            error.status >= HttpStatus.badRequest &&
            error.status < HttpStatus.internalServerError &&
            !error.fields.captcha,
        })
    }
  }
  /** Focuses the first error, which stays until edited. */
  const pointedAt = useRef<string | null>(null)
  const pointAt = (id: string) => {
    pointedAt.current = id
    form.setFocus(id)
  }
  /** Prevents double submission: the button is disabled only on the next frame. */
  const submit = () => {
    if (isSending.current) return
    isSending.current = true
    void form
      .handleSubmit(trySending)()
      .finally(() => (isSending.current = false))
  }
  useFirstFocus(form, fields, !prefersReducedMotion)
  const onFocus = useCallback(
    (id: string) => {
      const isPointed = pointedAt.current === id
      pointedAt.current = null
      if (isPointed) return
      form.clearErrors(id)
      setFault(null)
    },
    [form],
  )
  const onChange = useCallback(
    (id: string) => {
      setFault(null)
      for (const { id: copy, rules } of fields) if (rules.sameAs === id) form.resetField(copy)
    },
    [form, fields],
  )
  return {
    form,
    words,
    missing,
    formError: fault?.message ?? null,
    isBusy: isSubmitting,
    canSubmit: missing.length === 0 && !hasServerError && !isSubmitting,
    onFocus,
    onChange,
    submit,
  }
}

/** Focuses the first field unless that would open an on-screen keyboard. */
function useFirstFocus(form: UseFormReturn<FormValues>, fields: FormField[], isWanted: boolean): void {
  const first = fields.find(({ isVisible }) => isVisible !== false)?.id
  useEffect(() => {
    // Arrow-key navigation stays on the tabs.
    if (document.activeElement?.role === 'tab') return
    if (isWanted && first && matchMedia('(hover: hover) and (pointer: fine)').matches) form.setFocus(first)
  }, [form, first, isWanted])
}

/** Applies server errors to their fields. Returns the first in form order, or null. */
function showFields(form: UseFormReturn<FormValues>, fields: FormField[], error: ApiError): string | null {
  const known = Object.entries(error.fields).filter(([id]) =>
    fields.some((field) => field.id === id && field.isVisible !== false),
  )
  for (const [id, [message]] of known) form.setError(id, { type: 'server', message: message ?? error.message })
  return fields.find(({ id }) => known.some(([refused]) => refused === id))?.id ?? null
}
