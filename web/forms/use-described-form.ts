/** A form over described fields: checked as they are left, told off by the server, forgiven on focus. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { checkValues, type FormField, type FormValues, resolverOf } from './check-values.ts'
import type { FormWords } from './use-words.ts'

export type DescribedForm = {
  form: UseFormReturn<FormValues>
  words: Pick<FormWords, 'messages' | 'fields'>
  /** Ids of visible fields that still keep the form from being sent. */
  missing: string[]
  /** A message of the server that belongs to no field. */
  formError: string | null
  isBusy: boolean
  canSubmit: boolean
  onFocus: (id: string) => void
  /** Something else is entered now: the server's word on the form no longer holds, and a repetition of this value starts afresh. */
  onChange: (id: string) => void
  submit: () => void
}
type Options = {
  fields: FormField[]
  words: Pick<FormWords, 'messages' | 'fields'>
  defaults: FormValues
  send: (values: FormValues) => Promise<void>
  /** Words for what went wrong with the form as a whole. */
  explain: (error: ApiError) => string
  /** The form is part of a page to read: nothing in it takes the focus by itself. */
  isCalm?: boolean
}

export function useDescribedForm({ fields, words, defaults, send, explain, isCalm = false }: Options): DescribedForm {
  const resolver = useMemo(() => resolverOf(fields, words), [fields, words])
  const form = useForm<FormValues>({ resolver, defaultValues: defaults, mode: 'onTouched', shouldFocusError: true })
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as FormValues
  const [fault, setFault] = useState<{ message: string; isFinal: boolean } | null>(null)
  const isSending = useRef(false)
  const missing = Object.keys(checkValues(fields, { ...defaults, ...values }, words))
  // What the server refused stays refused until something is changed; an outage may be tried again as it is.
  const hasServerError = fault?.isFinal || Object.values(errors).some((error) => error?.type === 'server')

  const trySending = async (sent: FormValues) => {
    setFault(null)
    try {
      await send(sent)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refused = showFields(form, fields, error)
      if (refused) pointAt(refused)
      else setFault({ message: explain(error), isFinal: error.status >= 400 && error.status < 500 })
    }
  }
  /** The first fault gets the focus and keeps its words until it is touched. */
  const pointedAt = useRef<string | null>(null)
  const pointAt = (id: string) => {
    pointedAt.current = id
    form.setFocus(id)
  }
  /** Two presses in one moment are one: the button is not grey before the next frame. */
  const submit = () => {
    if (isSending.current) return
    isSending.current = true
    void form
      .handleSubmit(trySending)()
      .finally(() => (isSending.current = false))
  }
  useFirstFocus(form, fields, !isCalm)
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

/** The first field is ready for typing where that does not bring a keyboard up over the form. */
function useFirstFocus(form: UseFormReturn<FormValues>, fields: FormField[], isWanted: boolean): void {
  const first = fields.find(({ isVisible }) => isVisible !== false)?.id
  useEffect(() => {
    // Who walks through tabs by arrow keys stays on the tabs.
    if (document.activeElement?.role === 'tab') return
    if (isWanted && first && matchMedia('(hover: hover) and (pointer: fine)').matches) form.setFocus(first)
  }, [form, first, isWanted])
}

/** Puts the server's words at their fields. The first of them in the form's order, or null where none is in this form. */
function showFields(form: UseFormReturn<FormValues>, fields: FormField[], error: ApiError): string | null {
  const known = Object.entries(error.fields).filter(([id]) =>
    fields.some((field) => field.id === id && field.isVisible !== false),
  )
  for (const [id, [message]] of known) form.setError(id, { type: 'server', message: message ?? error.message })
  return fields.find(({ id }) => known.some(([refused]) => refused === id))?.id ?? null
}
