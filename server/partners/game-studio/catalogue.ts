/**
 * The catalogue of an outside studio. It is another company's data, so names are cleaned, addresses are checked, and an
 * entry that cannot be read is omitted without affecting the others.
 */
import { z } from 'zod'
import type { GameFeature, GameKind } from '#contract/games.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type CatalogueRefusal, classics, type StudioGame } from './port.ts'
import type { PostRefusal } from './post-json.ts'

export type CatalogueGame = {
  code: string
  name: string
  /** The studio that made the game. */
  studio: string
  /** The supplier's own term. */
  category: string
  platforms: string[]
  thumbnail: string | null
  isEnabled: boolean
  blockedCountries: string[]
  /** If empty, the game accepts every currency that the site offers. */
  currencies: string[]
  languages: string[]
  hasFreeRounds: boolean
  hasDemo: boolean
  /** Percent, with at most three decimal places; null if the supplier does not state it. */
  rtp: string | null
  volatility: StudioGame['volatility'] | null
  /** A multiple of the stake. */
  maxWin: number | null
  /** Subunits. */
  stakes: Array<{ currency: string; min: number; max: number }>
  /** YYYY-MM-DD. */
  releasedOn: string | null
  retiredOn: string | null
}

/** An aggregator has some ten thousand games. */
const maxGames = 50_000
const maxName = 120

/** Removes control, formatting and bidirectional characters, which would affect the text around the name. */
export function cleanName(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\p{C}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, maxName).join('').trim()
}

const list = (form: RegExp, most: number) =>
  z
    .array(z.string())
    .catch([])
    .transform((values) => [...new Set(values.filter((value) => form.test(value)))].slice(0, most))
const Name = z.string().max(2_000).transform(cleanName).pipe(z.string().min(1))
/** An absolute http(s) address without credentials; anything else is no picture. */
const Picture = z
  .string()
  .max(2_000)
  .nullish()
  .catch(null)
  .transform((address) => {
    if (!address || !URL.canParse(address)) return null
    const { protocol, username, password, href } = new URL(address)
    return /^https?:$/.test(protocol) && !username && !password ? href : null
  })
const Day = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => {
    const day = text?.slice(0, 10)
    if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
    const date = new Date(day)
    // `Date` reads February 30 as a day of March, so the result is compared with the input.
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null
  })
const volatilities = ['low', 'medium', 'high', 'extreme'] as const
/** By name, or from 1 to 5. */
const Volatility = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value): StudioGame['volatility'] | null => {
    const rank = Number(value)
    if (value !== null && value !== '' && Number.isInteger(rank) && rank >= 1 && rank <= 5)
      return volatilities[Math.max(0, rank - 2)]!
    const named = String(value)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '')
    return volatilities.find((each) => each === named) ?? (named === 'veryhigh' ? 'extreme' : null)
  })
const Percent = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => {
    const text = String(value)
    return /^\d{1,2}(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? text : null
  })

export const catalogueFields = {
  Code: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  Name,
  Picture,
  Day,
  Volatility,
  Percent,
  Countries: list(/^[A-Z]{2}$/, 260),
  Currencies: list(/^[A-Z]{3,5}$/, 200),
  Languages: list(/^[a-z]{2}(-[A-Z]{2})?$/, 100),
  Platforms: list(/^[\w-]{1,40}$/, 20),
  /** At most two decimal places, rounded up, because wins above it are refused. */
  MaxWin: z
    .number()
    .min(1)
    .max(10_000_000)
    .transform((value) => Math.ceil(Number((value * 100).toFixed(6))) / 100)
    .nullish()
    .catch(null),
}

/** The entries that can be read, each code once. */
export function readEntries(entries: unknown[], read: (entry: unknown) => CatalogueGame | null): CatalogueGame[] {
  const games = new Map<string, CatalogueGame>()
  for (const entry of entries) {
    const game = read(entry)
    if (game && !games.has(game.code)) games.set(game.code, game)
  }
  return [...games.values()]
}

/** Ten thousand games take about 10 MB, and a while to be listed. */
export const catalogueCall = { timeoutMs: 60_000, maxBytes: 48 * 1024 ** 2 }

/** The games of an answer; `read` returns null for one that has another form. */
export function catalogueOf(
  answer: Result<unknown, PostRefusal>,
  read: (value: unknown) => CatalogueGame[] | null,
): Result<CatalogueGame[], CatalogueRefusal> {
  if (!answer.ok) return refuse(answer.refusal === 'rejected' ? 'unavailable' : answer.refusal)
  const games = read(answer.value)
  if (!games) return refuse('malformed')
  return games.length > maxGames ? refuse('tooLarge') : ok(games)
}

/** Recognises a classic by id, category or name, because suppliers have one category for many table games. */
export function classicOf(...words: string[]): Pick<StudioGame, 'classic'> {
  const text = words
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
  const classic =
    classics.find((each) => text.includes(each)) ?? (/puntobanco|chemindefer/.test(text) ? 'baccarat' : null)
  return classic ? { classic } : {}
}

/** The features of a game according to its category and name in the catalogue. */
export function featuresOf(...words: string[]): GameFeature[] {
  const text = words.join(' ').toLowerCase()
  return [
    ...(text.includes('jackpot') ? (['jackpot'] as const) : []),
    ...(/\blive\b/.test(text) ? (['live'] as const) : []),
  ]
}

/**
 * The kind of a game for offers, levels and statutory stakes. Games of unknown categories count as slots.
 */
export function kindOf(category: string): GameKind {
  const name = category.toLowerCase()
  if (/dice/.test(name)) return 'dice'
  if (/roulette|blackjack|baccarat|poker|table|live|sic ?bo|dragon tiger|andar bahar/.test(name)) return 'table'
  if (/crash|mines|plinko|keno|limbo|hi-?lo|wheel|instant|arcade|scratch|originals?/.test(name)) return 'original'
  return 'slot'
}
