/** The texts of a definition by locale, with their path: every object with an English text. */
export function textsOf(value: unknown, path: string[] = []): Array<[path: string, texts: Record<string, string>]> {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && typeof value.en === 'string') return [[path.join('.'), value as Record<string, string>]]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key]))
}
