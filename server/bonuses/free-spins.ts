/**
 * The posting function counts free spins in the call of their bet; this builds the push from the row that it stored.
 */
import { z } from 'zod'
import type { PlayerFreespin } from '#contract/bonuses.ts'
import { presentFreespin } from './internal/rows.ts'

const moment = z.string().transform((text) => new Date(text))
const Written = z.object({
  row: z.object({
    id: z.string(),
    bonus_id: z.string(),
    terms: z.unknown(),
    status: z.int(),
    result: z.int(),
    count: z.int(),
    used: z.int(),
    currency: z.string(),
    game_id: z.string(),
    spin_amount: z.int().transform(BigInt),
    package_id: z.string().nullable(),
    wins_as_bonus: z.boolean(),
    won: z.int().transform(BigInt),
    wins_max_bet: z.int().transform(BigInt).nullable(),
    created_at: moment,
    expires_at: moment,
    version: z.int(),
  }),
  locale: z.string().nullable(),
})

export function presentFreeSpinsEvent(payload: unknown): PlayerFreespin {
  const { row, locale } = Written.parse(payload)
  return presentFreespin(row, locale ?? 'en')
}
