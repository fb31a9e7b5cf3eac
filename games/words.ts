/** A game's texts in every locale. Server side. */
import { readFileSync } from 'node:fs'
import { localeCodes } from '#contract/locales.ts'
import { games } from './games.ts'

export const gameLocales = localeCodes
export type GameWords = {
  name: string
  /** The name with soft hyphens, where a word is too long for a tile. */ tileName?: string
  description: string
  rules: Array<{ title: string; text: string }>
  /** Words about the theme, for the search. */ keywords: string[]
  /** Names of a slot's symbols. */ symbols?: Record<string, string>
  /** Texts of the game's page that no other game has. */ labels?: Record<string, string>
}

const words = new Map<string, Map<string, GameWords>>()
for (const { slug } of games) {
  const texts = JSON.parse(readFileSync(new URL(`${slug}/words.json`, import.meta.url), 'utf8')) as Record<
    string,
    GameWords
  >
  words.set(slug, new Map(Object.entries(texts)))
}

/** English is the fallback for a locale without texts. */
export function gameWords(slug: string, locale: string): GameWords {
  const found = words.get(slug)
  if (!found) throw new RangeError(`there is no game ${slug}`)
  return found.get(locale) ?? found.get('en')!
}
