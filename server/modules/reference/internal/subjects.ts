/** The versioned reference data and the form of each version, from the shipped file, an operator or a rates source. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { GameKind } from '#contract/games.ts'
import type { Settings } from '../../../settings.ts'
import { baseCurrency, currencies, findCurrency } from '../currencies.ts'

const Code = z.string().refine((code) => findCurrency(code) !== undefined, 'is not a currency of this site')
/** Wide enough for any currency, narrow enough that no sum of a limit leaves what a double can count. */
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

const GameRule = z.union([
  z.strictObject({ popular: z.int().min(1).max(100) }),
  z.strictObject({ isNew: z.literal(true) }),
  z.strictObject({ kinds: z.array(GameKind).min(1) }),
  z.strictObject({ volatilities: z.array(z.enum(['low', 'medium', 'high', 'extreme'])).min(1) }),
  z.strictObject({ games: z.array(z.string().min(1).max(64)).min(1).max(200) }),
])
const Collection = z.strictObject({
  identity: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** Name in the icon sprite. */
  icon: z.string().regex(/^[a-z0-9-]{1,32}$/),
  games: GameRule,
  name: z.object({ en: z.string().min(1).max(60) }).catchall(z.string().min(1).max(60)),
})
const Collections = z
  .array(Collection)
  .max(50)
  .refine((all) => new Set(all.map(({ identity }) => identity)).size === all.length, 'two have the same identity')

export const subjects = { rates: Rates, currencies: Enabled, collections: Collections }
export type Subject = keyof typeof subjects
export type DataOf<S extends Subject> = z.output<(typeof subjects)[S]>
export type ReferenceData = { [S in Subject]: DataOf<S> }
export type Rates = DataOf<'rates'>
export type CollectionRule = DataOf<'collections'>[number]

const shippedFile = join(import.meta.dirname, '../../../../content/reference.json')

/** What a new database starts with. Afterwards the file is read for currencies alone that the database has not met. */
export function shippedData({ contentDir }: Pick<Settings, 'contentDir'>): ReferenceData {
  const own = contentDir ? join(contentDir, 'reference.json') : null
  const path = own && existsSync(own) ? own : shippedFile
  const parsed = z.object(subjects).safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path} is not usable:\n${z.prettifyError(parsed.error)}`)
  const missing = currencies.filter(({ code }) => parsed.data.rates[code] === undefined)
  if (missing.length > 0) throw new Error(`${path} has no rate of ${missing.map(({ code }) => code).join(', ')}`)
  return parsed.data
}
