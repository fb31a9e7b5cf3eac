/**
 * The protocol between a studio and a site, compatible with Hub88: the calls of both directions and their statuses.
 * Every call is a POST of JSON whose raw body is signed (signature.ts). Amounts are whole numbers of a
 * hundred-thousandth of the currency's unit: 1.50 EUR is 150000.
 */

/** The status in every response of the wallet; the HTTP status is always 200. */
export type Status =
  | 'RS_OK'
  | 'RS_ERROR_UNKNOWN'
  | 'RS_ERROR_INVALID_PARTNER'
  | 'RS_ERROR_INVALID_TOKEN'
  | 'RS_ERROR_INVALID_GAME'
  | 'RS_ERROR_WRONG_CURRENCY'
  | 'RS_ERROR_NOT_ENOUGH_MONEY'
  | 'RS_ERROR_USER_DISABLED'
  | 'RS_ERROR_INVALID_SIGNATURE'
  | 'RS_ERROR_TOKEN_EXPIRED'
  | 'RS_ERROR_WRONG_SYNTAX'
  | 'RS_ERROR_WRONG_TYPES'
  | 'RS_ERROR_DUPLICATE_TRANSACTION'
  | 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'
  | 'RS_ERROR_TRANSACTION_ROLLED_BACK'
  | 'RS_ERROR_LIMIT_REACHED'

/** After these statuses, the stake was certainly not taken; after any other refusal of a bet, roll the bet back. */
export const refusedForSure: readonly Status[] = ['RS_ERROR_NOT_ENOUGH_MONEY', 'RS_ERROR_LIMIT_REACHED']

// Calls of the studio: POST <wallet address>/<path>.

export type Player = {
  /** The site's id of the player, sent with every transaction. */
  user: string
  /** The token of the launch. It is valid for bets until the session ends, and for wins and rollbacks forever. */
  token: string
}
export type Transaction = Player & {
  /** An id that the studio chooses, unique within it. The same id with the same content is the same transaction. */
  transaction_uuid: string
  round: string
  game_code: string
  /** True if nothing more follows in this round; in a bet, it means that the bet is lost. */
  round_closed?: boolean
}
export type Money = {
  amount: number
  currency: string
  /** True for a free round, whose stake is 0 and which the site pays. */
  is_free?: boolean
  reward_uuid?: string
}
export type Bet = Transaction & Money
export type Win = Transaction & Money & { reference_transaction_uuid: string }
/** Rolls back a bet. A bet that has not arrived yet is then refused when it arrives. */
export type Rollback = Transaction & { reference_transaction_uuid: string }

export type WalletAnswer = {
  status: Status
  request_uuid?: string
  user?: string
  currency?: string
  /** Present with RS_OK and RS_ERROR_NOT_ENOUGH_MONEY. */
  balance?: number
  country?: string
}

// Calls of the site: POST <studio address>/<path>.

/** An entry of the response of `/game/list`, which is an array. */
export type ListedGame = {
  game_code: string
  name: string
  /** The maker of the game. */
  product: string
  category: string
  platforms: string[]
  url_thumb: string
  enabled: boolean
  blocked_countries: string[]
  currencies: string[]
  languages: string[]
  freebet_support: boolean
  demo_game_support: boolean
  /** Percent. Games without return or volatility are not offered. */
  rtp: string
  volatility: 'low' | 'medium' | 'high' | 'extreme'
  /**
   * The maximum win as a multiple of the stake, with at most two decimal places. A win above the round's stakes times
   * this is refused.
   */
  max_win_multiplier: number
  bet_limits: Array<{ currency: string; min: number; max: number }>
  /** YYYY-MM-DD. */
  release_date: string
  retirement_date?: string
}
/**
 * The body of `/game/url`, which is answered with `{ url }`. Play money has the currency XXX and neither user nor
 * token.
 */
export type OpenGame = {
  operator_id: number
  game_code: string
  currency: string
  user?: string
  token?: string
  platform: string
  lang: string
  country: string
  ip: string
  lobby_url: string
  deposit_url: string
  /** The displayed currency of play money, and the number of its smallest units in one unit. */
  meta?: { theme?: string; display_currency?: string; subunit_to_unit?: number }
}
/**
 * The body of `/freebet/rewards/create`, which is answered with `{ status }`. An existing reward is answered with RS_OK
 * and not changed.
 */
export type CreateReward = {
  operator_id: number
  reward_uuid: string
  user: string
  currency: string
  game_code: string
  /** The stake of each round. */
  bet_value: number
  bet_count: number
  end_time: string
}
/** The body of `/freebet/rewards/cancel` and `/freebet/rewards/info`. */
export type NameReward = { operator_id: number; reward_uuid: string }
/** The response of `/freebet/rewards/info`. */
export type RewardInfo = { status: Status; used_count?: number; total_win?: number }
