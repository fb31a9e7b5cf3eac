/**
 * Finds games by name, studio, kind and theme, in the language of the reader and in English. One index in memory for
 * all locales: a game's texts are indexed again only where they differ from the English ones.
 */
import { setImmediate } from 'node:timers/promises'
import { locales } from '../../../kernel/locales.ts'
import type { Catalogue, Entry } from './catalogue.ts'
import { synonymsIn } from './synonyms.ts'
import { addText, draftIndex, findTexts, finishIndex, type Text, type TextIndex } from './text-index.ts'

const indexes = new WeakMap<Catalogue, Promise<TextIndex>>()
/** Between two chunks other requests are answered. */
const chunkSize = 250
const english = 'en'

/** The games that have every word of `text`, best first; see `findTexts` for what is forgiven. */
export async function searchGames(
  catalogue: Catalogue,
  { text, locale, accepts }: { text: string; locale: string; accepts: (entry: Entry) => boolean },
): Promise<Entry[]> {
  const languages = [...new Set([english, locale])]
  const found = findTexts(await indexOf(catalogue), text, languages, synonymsIn(locale))
  return found.map((position) => catalogue.entries[position]!).filter(accepts)
}

function indexOf(catalogue: Catalogue): Promise<TextIndex> {
  let index = indexes.get(catalogue)
  if (!index) indexes.set(catalogue, (index = createIndex(catalogue)))
  return index
}

async function createIndex({ entries }: Catalogue): Promise<TextIndex> {
  const draft = draftIndex()
  for (const [position, entry] of entries.entries()) {
    if (position % chunkSize === chunkSize - 1) await setImmediate()
    addText(draft, textsOf(entry))
  }
  return finishIndex(draft)
}

function textsOf(entry: Entry): Record<string, Text> {
  const inEnglish = textOf(entry, english)
  const texts: Record<string, Text> = { [english]: inEnglish }
  for (const { code } of locales) {
    const text = textOf(entry, code)
    if (text.strong !== inEnglish.strong || text.weak !== inEnglish.weak) texts[code] = text
  }
  return texts
}

function textOf({ game, maker }: Entry, locale: string): Text {
  const { name, keywords } = game.text(locale)
  return { strong: name, weak: [maker.name, game.kind, ...keywords].join(' ') }
}
