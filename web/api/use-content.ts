/** Reads content that operators edit. A route lists the directories that it needs, so that they load with it. */
import type { ContentDirectory } from '#contract/content.ts'
import { useLocale } from '../render/labels.tsx'
import { useApi } from './use-api.ts'

/** Returns one file of a content directory, or an empty object until it has loaded. */
export function useContent<T extends object>(directory: ContentDirectory, file: string): Partial<T> {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory } })
  return (data?.[file] as T | undefined) ?? {}
}
