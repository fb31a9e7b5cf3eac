/** Form texts: the `fields-settings` content, loaded once. */
import type { Messages } from '#contract/fields/messages.ts'
import { useApi } from '../api/use-api.ts'
import { useLocale } from '../render/labels.tsx'

/** `short` names a field whose label is a sentence; `options` are a select's options by value. */
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

/** Null while loading; default texts when content cannot be loaded. */
export function useFormTexts(): FormTexts | null {
  const locale = useLocale()
  const { data, isError } = useApi('GET /api/content/{locale}/{directory}', {
    params: { locale, directory: 'fields-settings' },
  })
  if (data) return { ...none, ...(data as Partial<FormTexts>) }
  return isError ? none : null
}
