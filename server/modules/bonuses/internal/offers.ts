/**
 * The bonus offers, read from one file: the shipped `content/bonuses.json`, or the operator's own instead. Checked at
 * start.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BonusType } from '#contract/bonuses.ts'
import type { Settings } from '../../../settings.ts'
import { wageringCapBound } from '../../../platform/policy.ts'
import { Amounts, Decimal } from '../../reference/amounts.ts'

const Range = z.object({ from: Decimal, to: Decimal.nullable() })
const Translations = z.object({ en: z.string().min(1) }).catchall(z.string().min(1))
/** Player protection, 32: the highest wagering requirement that any policy permits. */
const maxWagering = wageringCapBound

const common = {
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: Translations,
  description: Translations,
  package: z.object({ id: z.string(), name: Translations }).nullable(),
  /** A deposit, or a quest, a level or a prize that names the offer. */
  trigger: z.enum(['deposit', 'reward']).default('deposit'),
  isOnce: z.boolean(),
  /** How often a repeatable offer returns: after so many days, and at most that many times. */
  repeat: z.object({ everyDays: z.int().min(1).max(365), most: z.int().min(1).nullable() }).optional(),
  /** Which of the player's credited deposits bring it, counted from 1; `to` is null without an upper bound. */
  depositNumber: z.object({ from: z.int().min(1), to: z.int().min(1).nullable() }).optional(),
  /** Offered only to players with this code. */
  code: z
    .string()
    .regex(/^[A-Z0-9]{3,32}$/)
    .optional(),
  deposit: Range.extend({ items: z.record(z.string().regex(/^[A-Z]{3,5}$/), Range).default({}) }),
  wagering: z.number().min(0).max(maxWagering),
  maxBet: Amounts.nullable(),
  excludedGames: z.array(z.string()),
  days: z.int().min(1).max(365),
}
const Offer = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal(1), amount: Amounts }),
  z.object({ ...common, type: z.literal(2), percentage: z.number().positive().max(500), max: Amounts }),
  z.object({
    ...common,
    type: z.literal(3),
    spins: z.object({ quantity: z.int().min(1).max(1000), gameId: z.string(), amount: Amounts }),
  }),
])
export type Offer = z.output<typeof Offer>

const shippedFile = join(import.meta.dirname, '../../../../content/bonuses.json')
const read = new Map<string, readonly Offer[]>()

/** The operator's file replaces the shipped one completely; the two are never mixed. */
export function offersOf({ contentDir }: Pick<Settings, 'contentDir'>): readonly Offer[] {
  const own = contentDir ? join(contentDir, 'bonuses.json') : null
  const path = own && existsSync(own) ? own : shippedFile
  const known = read.get(path)
  if (known) return known
  const offers = parse(path)
  read.set(path, offers)
  return offers
}

function parse(path: string): readonly Offer[] {
  const parsed = z.array(Offer).safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path} is invalid:\n${z.prettifyError(parsed.error)}`)
  const ids = parsed.data.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const endless = parsed.data.find(
    ({ trigger, isOnce, repeat }) => trigger === 'deposit' && isOnce === (repeat !== undefined),
  )
  const percentage = parsed.data.find(({ trigger, type }) => trigger === 'reward' && type === BonusType.percentage)
  if (percentage) throw new Error(`${path}: ${percentage.id} is a percentage of a deposit, so it cannot be a reward`)
  if (endless) throw new Error(`${path}: ${endless.id} must be either isOnce or have a repeat: { everyDays, most }`)
  if (twice) throw new Error(`${path} has two bonuses with the id ${twice}`)
  return parsed.data
}
