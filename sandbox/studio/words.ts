/** The studio's texts in each language of its games. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Words = {
  games: Record<string, { line: string; choices: string[] }>
  yourCall: string
  stake: string
  play: string
  playFree: string
  ended: string
  won: string
  noWin: string
  noConnection: string
  tooLittle: string
  limited: string
  disabled: string
  returned: string
}

const byLanguage = new Map(
  Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Record<string, Words>),
)

export const languages: readonly string[] = [...byLanguage.keys()]

/** The requested language, or English if the studio does not have it. */
export const languageOf = (asked: string): string => (byLanguage.has(asked) ? asked : 'en')

export const wordsIn = (language: string): Words => byLanguage.get(languageOf(language))!
