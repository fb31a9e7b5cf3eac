/** What forms say: the operator's `fields-settings`, read once and kept. */
import type { Messages } from '#contract/fields/messages.ts'
import { useApi } from '../api/use-api.ts'
import { useLocale } from '../render/labels.tsx'

/** `short` names a field whose label is a sentence; `options` what a select offers, by value. */
export type FieldWords = {
  label?: string
  short?: string
  placeholder?: string
  hint?: string
  options?: Record<string, string>
}
export type FormWords = {
  messages: Messages
  fields: Record<string, FieldWords>
  /** Which boxes are ticked before anyone has touched them. */
  registration: { checked: Record<string, boolean> }
}
const none: FormWords = { messages: {}, fields: {}, registration: { checked: {} } }

/** Null while the words are on their way; stock words where they could not be had, so that nobody is kept out by them. */
export function useFormWords(): FormWords | null {
  const locale = useLocale()
  const { data, isError } = useApi('GET /api/content/{locale}/{directory}', {
    params: { locale, directory: 'fields-settings' },
  })
  if (data) return { ...none, ...(data as Partial<FormWords>) }
  return isError ? none : null
}
