/** Texts of payment methods, from `content/<locale>/methods.json`. A method needs its texts in every locale. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeCodes, type Translations } from '#contract/locales.ts'

type MethodTexts = Record<string, Record<string, string>>
const folder = join(import.meta.dirname, '../../content')

/** Reads the texts of an adapter in each locale. `of` throws for a text that a locale lacks, so a start finds it. */
export function readMethodTexts(adapter: string): {
  of<Key extends string>(group: string, keys: readonly Key[]): Record<Key, Translations>
} {
  const files = localeCodes.map((locale) => ({
    locale,
    texts: (JSON.parse(readFileSync(join(folder, locale, 'methods.json'), 'utf8')) as Record<string, MethodTexts>)[
      adapter
    ],
  }))
  const translate = (group: string, key: string) =>
    Object.fromEntries(
      files.map(({ locale, texts }) => {
        const text = texts?.[group]?.[key]
        if (!text) throw new Error(`content/${locale}/methods.json lacks ${adapter}.${group}.${key}`)
        return [locale, text]
      }),
    ) as Translations
  return {
    of: <Key extends string>(group: string, keys: readonly Key[]) =>
      Object.fromEntries(keys.map((key) => [key, translate(group, key)])) as Record<Key, Translations>,
  }
}
