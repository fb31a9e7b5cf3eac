/** A form of described fields. They are validated on blur; errors of the server are cleared on focus. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../api/client.ts'
import { checkValues, type FormField, type FormValues, resolverOf } from './check-values.ts'
import type { FormTexts } from './use-form-texts.ts'

export type DescribedForm = {
  form: UseFormReturn<FormValues>
  texts: Pick<FormTexts, 'messages' | 'fields'>
  /** Ids of visible fields that prevent submission. */
  missing: string[]
  /** A message of the server that belongs to no field. */
  formError: string | null
  isBusy: boolean
  canSubmit: boolean
  onFocus: (id: string) => void
  /** Called when the input changes, after which the server's error no longer applies. */
  onChange: (id: string) => void
  submit: () => void
}
type Options = {
  fields: FormField[]
  texts: Pick<FormTexts, 'messages' | 'fields'>
  defaults: FormValues
  send: (values: FormValues) => Promise<void>
  /** The message for a form-level error. */
  explain: (error: ApiError) => string
  /** Prevents the automatic focus on the first field, for a form that is part of a text page. */
  skipsFirstFocus?: boolean
}

export function useDescribedForm({
  fields,
  texts,
  defaults,
  send,
  explain,
  skipsFirstFocus = false,
}: Options): DescribedForm {
  const resolver = useMemo(() => resolverOf(fields, texts), [fields, texts])
  const form = useForm<FormValues>({ resolver, defaultValues: defaults, mode: 'onTouched', shouldFocusError: true })
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as FormValues
  const [fault, setFault] = useState<{ message: string; isFinal: boolean } | null>(null)
  const isSending = useRef(false)
  const missing = Object.keys(checkValues(fields, { ...defaults, ...values }, texts))
  // After a refusal the input must change before the form can be submitted; after an outage it can be retried
  // unchanged.
  const hasServerError = fault?.isFinal || Object.values(errors).some((error) => error?.type === 'server')

  const trySending = async (sent: FormValues) => {
    setFault(null)
    try {
      await send(sent)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refused = showFieldErrors(form, fields, error)
      if (refused) focusError(refused)
      // An error of the captcha is not final, because each attempt solves a new one.
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
  /** Focuses the first field with an error. Unlike other focus events, this one must not clear the error. */
  const fieldFocusedByError = useRef<string | null>(null)
  const focusError = (id: string) => {
    fieldFocusedByError.current = id
    form.setFocus(id)
  }
  /** Prevents double submission, because the button is disabled only after the next render. */
  const submit = () => {
    if (isSending.current) return
    isSending.current = true
    void form
      .handleSubmit(trySending)()
      .finally(() => (isSending.current = false))
  }
  useFirstFocus(form, fields, !skipsFirstFocus)
  const onFocus = useCallback(
    (id: string) => {
      const isFocusedByError = fieldFocusedByError.current === id
      fieldFocusedByError.current = null
      if (isFocusedByError) return
      form.clearErrors(id)
      setFault(null)
    },
    [form],
  )
  const onChange = useCallback(
    (id: string) => {
      setFault(null)
      for (const { id: repeatedId, rules } of fields) if (rules.sameAs === id) form.resetField(repeatedId)
    },
    [form, fields],
  )
  return {
    form,
    texts,
    missing,
    formError: fault?.message ?? null,
    isBusy: isSubmitting,
    canSubmit: missing.length === 0 && !hasServerError && !isSubmitting,
    onFocus,
    onChange,
    submit,
  }
}

/** Focuses the first field, unless that would open an on-screen keyboard. */
function useFirstFocus(form: UseFormReturn<FormValues>, fields: FormField[], isEnabled: boolean): void {
  const first = fields.find(({ isVisible }) => isVisible !== false)?.id
  useEffect(() => {
    // A visitor who moves through tabs with the arrow keys must keep the focus on them.
    if (document.activeElement?.role === 'tab') return
    if (isEnabled && first && matchMedia('(hover: hover) and (pointer: fine)').matches) form.setFocus(first)
  }, [form, first, isEnabled])
}

/** Applies the server's errors to their fields. Returns the id of the first one in the form, or null. */
function showFieldErrors(form: UseFormReturn<FormValues>, fields: FormField[], error: ApiError): string | null {
  const known = Object.entries(error.fields).filter(([id]) =>
    fields.some((field) => field.id === id && field.isVisible !== false),
  )
  for (const [id, [message]] of known) form.setError(id, { type: 'server', message: message ?? error.message })
  return fields.find(({ id }) => known.some(([refused]) => refused === id))?.id ?? null
}
