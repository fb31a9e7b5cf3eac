/** Responsible gaming: limits on deposits, losses and stakes, cooling-off, self-exclusion; and the turnover required before a withdrawal. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitKindNames, limitKinds } from './limit-kinds.ts'
import { CurrencyCode, WireAmount } from './money.ts'
export { cashPeriods, LimitDefinition } from './limit-kinds.ts'

/** The highest number of a kind; the two kinds of breaks stand among them. */
const lastDefinition = Math.max(...limitKindNames.map((kind) => limitKinds[kind].definition))

export const coolingOffPeriods = ['1-day', '1-week', '1-month', '2-months', '3-months'] as const
export const selfExclusionPeriods = ['6-months', '1-year', '5-years', 'no-end'] as const

export const Limit = z.object({
  id: z.uuid(),
  /** 1 bet, 2 loss, 3 deposit, 4 self-exclusion, 5 cooling-off, 6 time of play, 7 stake of one round. */
  definition: z.int(),
  /** daily, weekly or monthly; round for the stake of one; for cooling-off and self-exclusion, the id of a duration. */
  period: z.string(),
  /** In subunits of the currency; time of play in minutes, without a currency. */
  amount: WireAmount.nullable(),
  /** How much of the limit is used in the current period; null for the stake of one round. */
  currentAmount: WireAmount.nullable(),
  /**
   * The part of `currentAmount` that pending deposits reserve. It is released if they end unpaid, usually at
   * `reservedUntil`.
   */
  reservedAmount: WireAmount.nullable(),
  reservedUntil: z.iso.datetime().nullable(),
  currency: z.string().nullable(),
  /** When the current period, cooling-off or self-exclusion ends. */
  endsAt: z.iso.datetime().nullable(),
  /**
   * True once the term of a self-exclusion is over. It stays in force until its player ends it, and for
   * `exclusionEndDelayHours` after that.
   */
  mayEnd: z.boolean(),
  /** A requested increase or removal that has not taken effect yet; the limit above applies until then. */
  pending: z
    .object({
      amount: WireAmount.nullable(),
      period: z.string(),
      appliesFrom: z.iso.datetime(),
      needsConfirmation: z.boolean(),
    })
    .nullable(),
  /** A cooling-off period that the operator started to protect the player. */
  isForced: z.boolean().optional(),
  createdAt: z.iso.datetime(),
})
export type Limit = z.infer<typeof Limit>

/** Rules of player protection that apply to the player, by the policy of the country. */
export const Protection = z.object({
  /** When the player is asked to set a deposit limit: at registration, before the first deposit. */
  limitPrompts: z.array(z.enum(['registration', 'first-deposit'])),
  /** Limits that must be set before a deposit is accepted, and are not set yet. */
  missingLimits: z.array(z.object({ definition: z.int(), period: z.string() })),
  increaseDelayHours: z.int(),
  exclusionEndDelayHours: z.int(),
  coolingOffPeriods: z.array(z.string()),
  selfExclusionPeriods: z.array(z.string()),
  /** Statutory maximum of deposits. */
  ceilings: z.array(z.object({ period: z.string(), amount: WireAmount, currency: z.string() })),
  /** Statutory maximum stake of a slot round. */
  highestStake: z.object({ amount: WireAmount, currency: z.string() }).nullable(),
  /** Whether a withdrawal that is requested now can be cancelled until it is sent. */
  canCancelWithdrawals: z.boolean(),
})
export type Protection = z.infer<typeof Protection>
export const readProtection = endpoint({
  method: 'GET',
  path: '/api/player/protection',
  access: 'player',
  summary: 'Get the player protection rules that apply to the player',
  reply: Protection,
})

const ById = z.object({ limitId: z.uuid() })
const fieldsInvalid = { status: 422, fields: true } as const
const limitNotFound = { status: 404 } as const
/** Cooling-off and self-exclusion cannot be ended early. */
const limitStands = { status: 422 } as const
export const listLimits = endpoint({
  method: 'GET',
  path: '/api/player/limits',
  access: 'player',
  summary: 'List limits, cooling-off periods and self-exclusions',
  reply: z.array(Limit),
})
export const addLimit = endpoint({
  method: 'POST',
  path: '/api/player/limits',
  access: 'player',
  summary: 'Set a limit, a cooling-off period or a self-exclusion, effective immediately',
  body: z.object({
    definition: z.int().min(1).max(lastDefinition),
    period: z.string().max(32),
    amount: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    currency: CurrencyCode.optional(),
  }),
  reply: Limit,
  refusals: {
    fieldsInvalid,
    limitExists: { status: 422, description: 'There is one of this kind, period and currency: change it' },
    tooManyBreaks: { status: 422, description: 'ten periods of this kind, at least as long, were started today' },
  },
})
export const changeLimit = endpoint({
  method: 'PUT',
  path: '/api/player/limits/{limitId}',
  access: 'player',
  summary:
    'Change a limit: a decrease applies immediately, an increase after `increaseDelayHours` and a second request',
  params: ById,
  body: z.object({ period: z.string().max(32), amount: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: Limit,
  refusals: { fieldsInvalid, limitNotFound, limitStands },
})
export const removeLimit = endpoint({
  method: 'DELETE',
  path: '/api/player/limits/{limitId}',
  access: 'player',
  summary:
    'Remove a limit: applies after `increaseDelayHours` and a second request. A self-exclusion whose term has ended is lifted `exclusionEndDelayHours` after this call',
  params: ById,
  reply: Limit,
  refusals: { limitNotFound, limitStands },
})

/** `turnOverWagerAmount` is what remains to be staked; progress is (total - turnOverWagerAmount) / total. */
export const TurnoverWager = z.object({
  isEnabled: z.boolean(),
  total: WireAmount,
  turnOverWager: z.number(),
  turnOverWagerAmount: WireAmount,
  currency: z.string(),
})
export type TurnoverWager = z.infer<typeof TurnoverWager>
export const readTurnoverWager = endpoint({
  method: 'GET',
  path: '/api/risk/reasons/turn-over-wager',
  access: 'player',
  summary: 'Get the amount to be staked before a withdrawal is possible',
  query: z.object({ currency: CurrencyCode }),
  reply: TurnoverWager,
})
