/** Bonuses: deposit offers, bonus codes, and the player's own bonuses and free spins. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, WireAmount } from './money.ts'

export const BonusType = { cash: 1, percentage: 2, freeSpins: 3 } as const
export const BonusStatus = { issued: 1, active: 2, finished: 3 } as const
/** 1 running, 2 played, 3 cancelled, 4 expired, 5 lost. */
export const BonusResult = { running: 1, played: 2, cancelled: 3, expired: 4, lost: 5 } as const
export const BonusCodeStatus = { added: 1, used: 2, incorrect: 3, notAvailable: 4 } as const
/** What triggers a bonus; each code belongs to one trigger. */
export const BonusTrigger = { registration: 1, bet: 2, deposit: 3 } as const

/** The percentage of a stake that counts towards the wagering requirement; at 0, bonus money cannot be staked. */
const Contribution = z.object({
  kinds: z.array(z.object({ kind: z.enum(['slot', 'dice']), percent: z.int() })),
  /** Games that differ from their kind. */
  games: z.array(z.object({ gameId: z.string(), percent: z.int() })),
  /** Sports bets, if each selection has at least these odds; absent if they do not count. */
  sports: z.object({ percent: z.int(), minOdds: z.string() }).optional(),
})
export type Contribution = z.infer<typeof Contribution>

const AmountItem = z.object({ currency: z.string(), amount: WireAmount })
export const DepositBonus = z.object({
  id: z.string(),
  /** In the caller's locale. */
  name: z.string(),
  description: z.string(),
  package: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** 1 cash amount, 2 percentage of the deposit, 3 free spins. */
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  triggerConditions: z.object({
    /** Qualifying deposit amounts per currency, in subunits; currencies not listed use the base currency's range. */
    invoiceAmountItems: z.array(
      z.object({ currency: z.string(), amountFrom: WireAmount, amountTo: WireAmount.nullable() }),
    ),
    baseCurrencyInvoiceAmountFrom: WireAmount.nullable(),
    baseCurrencyInvoiceAmountTo: WireAmount.nullable(),
  }),
  assignConditions: z.object({
    amountItems: z.array(AmountItem),
    baseCurrencyAmount: WireAmount.nullable(),
    maxAmountItems: z.array(AmountItem),
    baseCurrencyMaxAmount: WireAmount.nullable(),
    depositPercentage: z.number().nullable(),
    presets: z.array(z.object({ quantity: z.int(), gameId: z.string(), spinAmount: WireAmount })),
  }),
  /** Terms that must be shown before the player opts in (player protection, 32). */
  terms: z.object({
    wageringMultiplier: z.number(),
    maxBet: z.array(AmountItem),
    /** Granted at most once to each player and household. */
    isOnce: z.boolean(),
    /** Null for free spins whose wins are cash. */
    contribution: Contribution.nullable(),
    expiresAfterSeconds: z.int(),
    /** The expected cost of the wagering requirement as a percentage of the bonus, at the RTP of the in-house slots. */
    expectedCostPercent: z.number(),
    /**
     * What wins of free spins are credited as. Wins as bonus money are credited once the spins are over; the
     * requirement, maximum stake and contribution then apply to that bonus.
     */
    winsAs: z.enum(['cash', 'bonus']).optional(),
    /** The lifetime of the bonus made of the wins. */
    winsExpireAfterSeconds: z.int().optional(),
  }),
  /**
   * The version of the offer's definition, which is sent with the deposit, so that nobody gets terms other than those
   * shown.
   */
  termsVersion: z.int(),
})
export type DepositBonus = z.infer<typeof DepositBonus>

export const listBonuses = endpoint({
  method: 'GET',
  path: '/api/game/bonuses',
  access: 'player',
  summary: 'List deposit bonuses in a currency; with an amount, those that it would trigger',
  query: z.object({
    currency: CurrencyCode,
    amount: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.array(DepositBonus),
})
export const readBonusStatus = endpoint({
  method: 'GET',
  path: '/api/game/bonuses/status',
  access: 'player',
  summary: 'Get whether bonuses are still available to the player, optionally in one currency',
  query: z.object({ bonusIds: z.array(z.string().max(64)).max(50), currency: CurrencyCode.optional() }),
  reply: z.array(z.object({ id: z.string(), isAvailable: z.boolean() })),
})

const BonusPage = z.object({
  identity: z.string(),
  /** In the caller's locale. */
  name: z.string(),
  /** The currency of all amounts: the player's active one, or that of the visitor's country. */
  currency: z.string(),
  offers: z.array(
    z.object({
      offer: DepositBonus,
      /** The number of the deposit that earns it, from 1; null for any deposit. */
      deposit: z.int().nullable(),
      /** The code that unlocks it. */
      code: z.string().nullable(),
      /** The state for this player's next deposit; guests see what a new player is offered. */
      state: z.enum(['open', 'later', 'received', 'over']),
    }),
  ),
})
export type BonusPage = z.infer<typeof BonusPage>
export const readBonusPage = endpoint({
  method: 'GET',
  path: '/api/game/bonuses/pages/{identity}',
  access: 'public',
  summary: 'Get a bonus page with the terms of its offers and their state for the caller',
  params: z.object({ identity: z.string().max(64) }),
  reply: BonusPage,
  refusals: { bonusPageNotFound: { status: 404 } },
})

const Cashback = z.object({
  currency: z.string(),
  /** In the caller's locale. */
  name: z.string(),
  /** The percentage of what was staked and neither won nor received as a cash reward. */
  percent: z.number(),
  /** A smaller amount is not paid, and a larger one is capped. All amounts here are in subunits. */
  minAmount: WireAmount,
  maxAmount: WireAmount,
  /** The current week, from Monday 00:00 UTC. */
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The stakes of rounds that were staked with cash alone and settled in this week. */
  staked: WireAmount,
  won: WireAmount,
  rewards: WireAmount,
  /** What would be paid if the week ended now. */
  amount: WireAmount,
  /** Previous weeks, newest first; the amount is null while a week is being settled. */
  past: z.array(z.object({ startsAt: z.iso.datetime(), amount: WireAmount.nullable() })),
})
export type Cashback = z.infer<typeof Cashback>
export const readCashback = endpoint({
  method: 'GET',
  path: '/api/game/bonuses/cashback',
  access: 'player',
  summary: 'List cashback of the current and past weeks, in one or all currencies',
  query: z.object({ currency: CurrencyCode.optional() }),
  reply: z.array(Cashback),
})

/** `bonusId` is the bonus that the code unlocks; the deposit that should trigger it carries this id. */
export const PlayerBonusCode = z.object({
  playerBonusCodeId: z.uuid(),
  bonusCode: z.string(),
  bonusId: z.string(),
  trigger: z.int(),
})
export type PlayerBonusCode = z.infer<typeof PlayerBonusCode>
const Trigger = z.coerce.number().int().min(1).max(3)
export const listBonusCodes = endpoint({
  method: 'GET',
  path: '/api/game/bonuses/bonuscodes',
  access: 'player',
  summary: "List the player's unused bonus codes",
  query: z.object({ trigger: Trigger.optional() }),
  reply: z.array(PlayerBonusCode),
})
/** A wrong code is not a refusal: its status is 3 (incorrect) or 4 (not available). */
export const addBonusCode = endpoint({
  method: 'POST',
  path: '/api/game/bonuses/bonuscodes',
  access: 'player',
  summary: 'Add a bonus code',
  body: z.object({ bonusCode: z.string().max(64), trigger: Trigger }),
  reply: z.object({ id: z.uuid().nullable(), bonusCode: z.string(), status: z.int() }),
  refusals: { tooManyAttempts: { status: 429 } },
})
export const removeBonusCode = endpoint({
  method: 'DELETE',
  path: '/api/game/bonuses/bonuscodes',
  access: 'player',
  summary: 'Remove an unused bonus code',
  body: z.object({ playerBonusCodeId: z.uuid() }),
  refusals: { codeNotFound: { status: 404 } },
})

export const PlayerBonus = z.object({
  id: z.uuid(),
  bonusId: z.string(),
  name: z.string(),
  /** 1 issued, 2 active, 3 finished. */
  status: z.int(),
  /** 1 running, 2 played, 3 cancelled, 4 expired, 5 lost. */
  result: z.int(),
  amount: WireAmount,
  currency: z.string(),
  packageId: z.string().nullable(),
  issueSessionId: z.string().nullable(),
  maxBetAmount: WireAmount.nullable(),
  /** The contribution in force when the bonus was granted. */
  contribution: Contribution,
  /** The total wagering requirement and what remains of it. */
  wagerTotal: WireAmount,
  wagerRemaining: WireAmount,
  /** Bonus money staked in open rounds and bets; its returns are forfeited once the bonus is cancelled. */
  unsettledStake: WireAmount,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  version: z.int(),
})
export type PlayerBonus = z.infer<typeof PlayerBonus>
export const PlayerFreespin = z.object({
  id: z.uuid(),
  bonusId: z.string(),
  name: z.string(),
  status: z.int(),
  result: z.int(),
  count: z.int(),
  used: z.int(),
  currency: z.string(),
  gameId: z.string(),
  spinAmount: WireAmount,
  packageId: z.string().nullable(),
  winsAs: z.enum(['cash', 'bonus']),
  /** The wins so far, which are credited as bonus money once the spins are over. */
  winsSetAside: WireAmount,
  /** The terms of the bonus that the wins become; null if the wins are cash. */
  winsTerms: z
    .object({
      wageringMultiplier: z.number(),
      maxBetAmount: WireAmount.nullable(),
      contribution: Contribution,
      expiresAfterSeconds: z.int(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  version: z.int(),
})
export type PlayerFreespin = z.infer<typeof PlayerFreespin>

const PlayerBonusesQuery = z.object({
  status: z.array(z.coerce.number().int().min(1).max(3)).max(3).optional(),
  currency: CurrencyCode.optional(),
})
const ById = z.object({ id: z.uuid() })
const bonusNotFound = { status: 404 } as const
const notIssued = { status: 422, description: 'It is active or over already' } as const
const currencyNotOffered = { status: 422, description: 'nothing can be staked in its currency any more' } as const
const playerExcluded = {
  status: 422,
  code: 13101,
  description: 'a cooling-off period or self-exclusion is in force',
} as const
const countryRestricted = {
  status: 422,
  code: 13102,
  description: 'the call comes from a restricted country',
} as const
const isOver = { status: 422 } as const
export const listPlayerBonuses = endpoint({
  method: 'GET',
  path: '/api/game/player-bonuses',
  access: 'player',
  summary: "List the player's bonuses, newest first",
  query: PlayerBonusesQuery,
  reply: z.array(PlayerBonus),
})
export const activatePlayerBonus = endpoint({
  method: 'PUT',
  path: '/api/game/player-bonuses/{id}/activate',
  access: 'player',
  summary: 'Activate an issued bonus and credit its bonus money',
  params: ById,
  reply: PlayerBonus,
  refusals: {
    bonusNotFound,
    notIssued,
    anotherIsActive: { status: 422 },
    withdrawalIsOpen: { status: 422, description: 'money of this account is on its way out' },
    roundIsOpen: { status: 422, description: 'money of this account is staked in an open round or sports bet' },
    currencyNotOffered,
    playerExcluded,
    countryRestricted,
  },
})
export const cancelPlayerBonus = endpoint({
  method: 'PUT',
  path: '/api/game/player-bonuses/{id}/cancel',
  access: 'player',
  summary: 'Cancel a bonus: its bonus money is removed, cash stays',
  params: ById,
  reply: PlayerBonus,
  refusals: { bonusNotFound, isOver },
})
export const listPlayerFreespins = endpoint({
  method: 'GET',
  path: '/api/game/player-freespins',
  access: 'player',
  summary: "List the player's free spins",
  query: PlayerBonusesQuery,
  reply: z.array(PlayerFreespin),
})
export const activatePlayerFreespin = endpoint({
  method: 'PUT',
  path: '/api/game/player-freespins/{id}/activate',
  access: 'player',
  summary: 'Activate issued free spins',
  params: ById,
  reply: PlayerFreespin,
  refusals: { bonusNotFound, notIssued, currencyNotOffered, playerExcluded, countryRestricted },
})
export const cancelPlayerFreespin = endpoint({
  method: 'PUT',
  path: '/api/game/player-freespins/{id}/cancel',
  access: 'player',
  summary: 'Cancel free spins',
  params: ById,
  reply: PlayerFreespin,
  refusals: { bonusNotFound, isOver },
})
