/** Content that operators edit. A route names the directories it needs, so that they are loaded with it. */
import type { ContentDirectory } from '#contract/content.ts'
import { useLocale } from '../render/labels.tsx'
import { useApi } from './use-api.ts'

/** One file of a directory, e.g. `useContent<{ title: string }>('layout', 'error')`; empty until it is there. */
export function useContent<T extends object>(directory: ContentDirectory, file: string): Partial<T> {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory } })
  return (data?.[file] as T | undefined) ?? {}
}
