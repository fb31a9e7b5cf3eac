/** The Hub88 protocol on the wire: the wallet calls of a studio, their statuses, and the answers of a studio. */
import { z } from 'zod'
import { catalogueFields as fields, readEntries, type CatalogueGame } from '../catalogue.ts'
import { findCurrency } from '../../../reference/index.ts'
import { ExactAmount as Amount } from '#contract/exact-number.ts'
import { WireId as Id } from '../wire-fields.ts'
import { wholeFromHub88 } from './amounts.ts'

/** Every answer has HTTP status 200 and one of these. */
export const hub88Statuses = [
  'RS_OK',
  'RS_ERROR_UNKNOWN',
  'RS_ERROR_INVALID_PARTNER',
  'RS_ERROR_INVALID_TOKEN',
  'RS_ERROR_INVALID_GAME',
  'RS_ERROR_WRONG_CURRENCY',
  'RS_ERROR_NOT_ENOUGH_MONEY',
  'RS_ERROR_USER_DISABLED',
  'RS_ERROR_INVALID_SIGNATURE',
  'RS_ERROR_TOKEN_EXPIRED',
  'RS_ERROR_WRONG_SYNTAX',
  'RS_ERROR_WRONG_TYPES',
  'RS_ERROR_DUPLICATE_TRANSACTION',
  'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  'RS_ERROR_TRANSACTION_ROLLED_BACK',
  'RS_ERROR_LIMIT_REACHED',
] as const
export type Hub88Status = (typeof hub88Statuses)[number]

const flag = z.boolean().nullish()
const call = { request_uuid: Id, token: z.string().min(1).max(255), user: z.string().max(255).nullish() }
const transaction = {
  ...call,
  transaction_uuid: Id,
  round: Id,
  game_code: z.string().min(1).max(128),
  round_closed: flag,
}
const money = {
  ...transaction,
  amount: Amount,
  currency: z.string().min(1).max(10),
  is_free: flag,
  reward_uuid: Id.nullish(),
}

export const Hub88Info = z.object({
  request_uuid: Id,
  user: z.string().min(1).max(255),
  token: z.string().max(255).nullish(),
})
export const Hub88Balance = z.object({ ...call, game_code: z.string().max(128).nullish() })
export const Hub88Bet = z.object(money)
export const Hub88Win = z.object({ ...money, reference_transaction_uuid: Id })
export const Hub88Rollback = z.object({ ...transaction, reference_transaction_uuid: Id })

/** An entry of `/game/list`. `bet_limits`, `max_win_multiplier`, `languages` and `currencies` extend the protocol. */
const Entry = z.object({
  game_code: fields.Code,
  name: fields.Name,
  product: z.string().max(2_000).catch(''),
  category: z.string().max(200).catch(''),
  platforms: fields.Platforms,
  url_thumb: fields.Picture,
  enabled: z.boolean().catch(true),
  blocked_countries: fields.Countries,
  currencies: fields.Currencies,
  languages: fields.Languages,
  freebet_support: z.boolean().catch(false),
  demo_game_support: z.boolean().catch(false),
  rtp: fields.Percent,
  volatility: fields.Volatility,
  max_win_multiplier: fields.MaxWin,
  bet_limits: z.array(z.unknown()).catch([]),
  release_date: fields.Day,
  retirement_date: fields.Day,
})
const Limit = z.object({ currency: z.string(), min: Amount, max: Amount })

export function readHub88Games(answer: unknown, supplier: string): CatalogueGame[] | null {
  if (!Array.isArray(answer)) return null
  return readEntries(answer as unknown[], (entry): CatalogueGame | null => {
    const read = Entry.safeParse(entry)
    if (!read.success) return null
    const game = read.data
    return {
      code: game.game_code,
      name: game.name,
      studio: fields.Name.safeParse(game.product).data ?? supplier,
      category: fields.Name.safeParse(game.category).data ?? 'Slots',
      platforms: game.platforms,
      thumbnail: game.url_thumb,
      isEnabled: game.enabled,
      blockedCountries: game.blocked_countries,
      currencies: game.currencies,
      languages: game.languages,
      hasFreeRounds: game.freebet_support,
      hasDemo: game.demo_game_support,
      rtp: game.rtp,
      volatility: game.volatility,
      maxWin: game.max_win_multiplier ?? null,
      stakes: game.bet_limits.flatMap(readLimit),
      releasedOn: game.release_date,
      retiredOn: game.retirement_date,
    }
  })
}

function readLimit(entry: unknown): CatalogueGame['stakes'] {
  const read = Limit.safeParse(entry)
  const known = read.success ? findCurrency(read.data.currency) : undefined
  if (!read.success || !known) return []
  const [min, max] = [read.data.min, read.data.max].map((amount) => wholeFromHub88(amount, known.subunitToUnit))
  return min && max && max >= min ? [{ currency: known.code, min: Number(min), max: Number(max) }] : []
}
