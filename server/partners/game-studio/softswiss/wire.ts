/** The SoftSwiss form on the wire: the wallet calls of an aggregator, and its answers. Amounts are subunits. */
import { z } from 'zod'
import { type CatalogueGame, catalogueFields as fields, readEntries } from '../catalogue.ts'
import { ExactAmount } from '#contract/exact-number.ts'
import { WireAmount, WireId as Id } from '../wire-fields.ts'

const call = {
  session_id: z.string().min(1).max(255),
  user_id: z.string().min(1).max(255),
  currency: z.string().min(1).max(10),
  game: z.string().min(1).max(128),
}

export const SoftswissPlay = z.object({
  ...call,
  /** The round; absent if only the balance is requested. */
  game_id: Id.optional(),
  finished: z.boolean().default(false),
  actions: z
    .array(z.object({ action: z.enum(['bet', 'win']), amount: ExactAmount, action_id: Id }))
    .max(20)
    .default([]),
})
export const SoftswissRollback = z.object({
  ...call,
  game_id: Id,
  finished: z.boolean().default(false),
  actions: z
    .array(z.object({ action: z.literal('rollback'), action_id: Id, original_action_id: Id }))
    .min(1)
    .max(20),
})
export const SoftswissFreespins = z.object({
  issue_id: Id,
  status: z.enum(['active', 'played', 'canceled', 'expired']),
  total_amount: ExactAmount.default({ digits: 0n, scale: 0 }),
})

const Entry = z.object({
  identifier: fields.Code,
  title: fields.Name,
  provider: z.string().max(2_000).catch(''),
  category: z.string().max(200).catch(''),
  devices: fields.Platforms,
  thumbnail: fields.Picture,
  enabled: z.boolean().catch(true),
  restrictions: z
    .object({ default: z.object({ blacklist: fields.Countries }) })
    .nullish()
    .catch(null),
  currencies: fields.Currencies,
  languages: fields.Languages,
  has_freespins: z.boolean().catch(false),
  has_demo: z.boolean().catch(false),
  payout: fields.Percent,
  volatility_rating: fields.Volatility,
  multiplier: fields.MaxWin,
  bets: z.array(z.unknown()).catch([]),
  released_at: fields.Day,
  retired_at: fields.Day,
})
const Bets = z.object({ currency: z.string().regex(/^[A-Z]{3,5}$/), min: WireAmount.min(1), max: WireAmount })

export function readSoftswissGames(answer: unknown, supplier: string): CatalogueGame[] | null {
  const list = z.object({ games: z.array(z.unknown()) }).safeParse(answer)
  if (!list.success) return null
  return readEntries(list.data.games, (entry): CatalogueGame | null => {
    const read = Entry.safeParse(entry)
    if (!read.success) return null
    const game = read.data
    return {
      code: game.identifier,
      name: game.title,
      studio: fields.Name.safeParse(game.provider).data ?? supplier,
      category: fields.Name.safeParse(game.category).data ?? 'Slots',
      platforms: game.devices,
      thumbnail: game.thumbnail,
      isEnabled: game.enabled,
      blockedCountries: game.restrictions?.default.blacklist ?? [],
      currencies: game.currencies,
      languages: game.languages,
      hasFreeRounds: game.has_freespins,
      hasDemo: game.has_demo,
      rtp: game.payout,
      volatility: game.volatility_rating,
      maxWin: game.multiplier ?? null,
      stakes: game.bets.flatMap((bets) => {
        const limits = Bets.safeParse(bets)
        return limits.success && limits.data.max >= limits.data.min ? [limits.data] : []
      }),
      releasedOn: game.released_at,
      retiredOn: game.retired_at,
    }
  })
}
