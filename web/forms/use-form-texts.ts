/** Reads the texts of forms from the content directory `fields-settings`. */
import type { Messages } from '#contract/fields/messages.ts'
import { useApi } from '../api/use-api.ts'
import { useLocale } from '../render/labels.tsx'

/** `short` is the name of a field whose label is a sentence; `options` maps values to texts. */
export type FieldTexts = {
  label?: string
  short?: string
  placeholder?: string
  hint?: string
  options?: Record<string, string>
}
export type FormTexts = {
  messages: Messages
  fields: Record<string, FieldTexts>
  /** The initial state of checkboxes. */
  registration: { checked: Record<string, boolean> }
}
const none: FormTexts = { messages: {}, fields: {}, registration: { checked: {} } }

/** Returns null while loading, and default texts if the content cannot be loaded. */
export function useFormTexts(): FormTexts | null {
  const locale = useLocale()
  const { data, isError } = useApi('GET /api/content/{locale}/{directory}', {
    params: { locale, directory: 'fields-settings' },
  })
  if (data) return { ...none, ...(data as Partial<FormTexts>) }
  return isError ? none : null
}
