/**
 * The versioned reference data and their schemas. Versions come from the shipped file, an operator or a rates source.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { GameFeature, GameKind, Slug, Volatility } from '#contract/games.ts'
import type { Settings } from '../../settings.ts'
import { baseCurrency, currencies, findCurrency } from '../currencies.ts'
import { callingCodes } from './country-table.ts'

/** A newer build may have stored a currency that this build lacks. It is kept, but this build does not offer it. */
const Code = z.string().regex(/^[A-Z]{3,5}$/)
/** Wide enough for any currency, and narrow enough that no total of a limit exceeds the exact range of a double. */
export const Rate = z.number().min(1e-9).max(1e9)

const Rates = z
  .record(Code, Rate)
  .refine((rates) => rates[baseCurrency] === 1, `the rate of ${baseCurrency} is 1: all others are expressed in it`)
const Enabled = z.object({
  enabled: z
    .array(Code)
    .refine((codes) => new Set(codes).size === codes.length, 'names a currency twice')
    .refine((codes) => codes.includes(baseCurrency), `${baseCurrency} is the base currency and stays enabled`),
})

const Slugs = z.array(Slug).min(1).max(200)
/** A game must meet every condition that is present, with any one of its values. */
const Conditions = z.object({
  kinds: z.array(GameKind).min(1),
  volatilities: z.array(Volatility).min(1),
  studios: Slugs,
  /** Themes, by their English keywords. */
  tags: z.array(z.string().min(1).max(64)).min(1).max(50),
  features: z.array(GameFeature).min(1),
  isNew: z.literal(true),
  /** Percent. */
  returnFrom: z.number().min(1).max(100),
})
const GameRule = z.union([
  z.strictObject({ popular: z.int().min(1).max(100) }),
  z.strictObject({ games: Slugs }),
  z
    .strictObject({
      ...Conditions.partial().shape,
      /** Hand-picked games come before all others, in this order, whether or not they meet the conditions. */
      first: Slugs.optional(),
      without: Slugs.optional(),
      /** The order of the games that are not hand-picked; by default that of the lobby. */
      sort: z.enum(['popular', 'newest']).optional(),
      most: z.int().min(1).max(1_000).optional(),
    })
    .refine(
      (rule) => Object.keys(Conditions.shape).some((condition) => Object.hasOwn(rule, condition)),
      'has no condition: use "games" for a list picked by hand',
    ),
])
export const collectionSchema = z.strictObject({
  identity: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** Name in the icon sprite. */
  icon: z.string().regex(/^[a-z0-9-]{1,32}$/),
  games: GameRule,
  /** The countries in which it is shown; by default everywhere. */
  countries: z
    .array(z.string().refine((code) => callingCodes.has(code), 'is not a country'))
    .max(250)
    .optional(),
  name: z.object({ en: z.string().min(1).max(60) }).catchall(z.string().min(1).max(60)),
})
const Collections = z
  .array(collectionSchema)
  .max(50)
  .refine((all) => new Set(all.map(({ identity }) => identity)).size === all.length, 'two have the same identity')

export const subjects = { rates: Rates, currencies: Enabled, collections: Collections }
export type Subject = keyof typeof subjects
export type DataOf<S extends Subject> = z.output<(typeof subjects)[S]>
export type ReferenceData = { [S in Subject]: DataOf<S> }
export type Rates = DataOf<'rates'>
export type CollectionRule = DataOf<'collections'>[number]

const shippedFile = join(import.meta.dirname, '../../../content/reference.json')

/**
 * The initial data of a new database. Later the file is read only for currencies that the database does not have yet.
 */
export function shippedData({ contentDir }: Pick<Settings, 'contentDir'>): ReferenceData {
  const own = contentDir ? join(contentDir, 'reference.json') : null
  const path = own && existsSync(own) ? own : shippedFile
  const parsed = z.object(subjects).safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path} is not usable:\n${z.prettifyError(parsed.error)}`)
  const unknown = [...Object.keys(parsed.data.rates), ...parsed.data.currencies.enabled].filter(
    (code) => !findCurrency(code),
  )
  if (unknown.length > 0) throw new Error(`${path} names what is not a currency of this site: ${unknown.join(', ')}`)
  const missing = currencies.filter(({ code }) => parsed.data.rates[code] === undefined)
  if (missing.length > 0) throw new Error(`${path} has no rate of ${missing.map(({ code }) => code).join(', ')}`)
  return parsed.data
}
