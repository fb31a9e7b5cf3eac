/** The definition of an offer: bonus money or free spins, for a deposit or as a reward, with all its terms. */
import { z } from 'zod'
import { BonusType } from '#contract/bonuses.ts'
import { oddsPattern, readOdds } from '#contract/settlement/odds.ts'
import { Odds } from '#contract/sportsbook-protocol.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { wageringCapBound } from '../kernel/policy.ts'
import { Amounts, Decimal } from '../reference/index.ts'
import { spinsFault } from './spin-stakes.ts'

const Range = z.strictObject({ from: Decimal, to: Decimal.nullable() })
const Translations = z.object({ en: z.string().min(1).max(300) }).catchall(z.string().min(1).max(300))
const Percent = z.int().min(0).max(100)

/** The percentage of a stake that counts towards the wagering requirement. At 0, bonus money cannot be staked. */
export const Contribution = z.strictObject({
  /** By kind of game. */
  kinds: z.strictObject({ slot: Percent, dice: Percent }),
  /** Sports bets count if each selection has at least these odds; without this part they do not count. */
  sports: z.strictObject({ percent: Percent, minOdds: Odds }).optional(),
  /** Single games that differ from their kind. */
  games: z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), Percent).default({}),
})
export type Contribution = z.output<typeof Contribution>

const common = {
  name: Translations,
  description: Translations,
  /** The position in lists, lowest first. */
  position: z.int().min(0).max(10_000).default(1000),
  package: z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,64}$/), name: Translations }).nullable(),
  /** The offer is granted for a deposit, or by a quest, a level or a prize that names it. */
  trigger: z.enum(['deposit', 'reward']).default('deposit'),
  isOnce: z.boolean(),
  /** How often a repeatable offer returns: after so many days, and at most that many times. */
  repeat: z.strictObject({ everyDays: z.int().min(1).max(365), most: z.int().min(1).nullable() }).optional(),
  /** The numbers of the credited deposits for which it is granted, from 1; `to` is null without an upper bound. */
  depositNumber: z.strictObject({ from: z.int().min(1), to: z.int().min(1).nullable() }).optional(),
  /** Offered only to players with this code. */
  code: z
    .string()
    .regex(/^[A-Z0-9]{3,32}$/)
    .optional(),
  deposit: z.strictObject({ ...Range.shape, items: z.record(z.string().regex(/^[A-Z]{3,5}$/), Range).default({}) }),
  days: z.int().min(1).max(365),
}
const underWager = {
  /** The wagering requirement as a multiple of the bonus. */
  wagering: z.number().min(0).max(1000),
  /** The highest stake of a round while the bonus is active. */
  maxBet: Amounts.nullable(),
  contribution: Contribution,
}
const ofMoney = { ...common, ...underWager }
const Form = z.discriminatedUnion('type', [
  z.strictObject({ ...ofMoney, type: z.literal(BonusType.cash), amount: Amounts }),
  z.strictObject({
    ...ofMoney,
    type: z.literal(BonusType.percentage),
    percentage: z.number().positive().max(500),
    max: Amounts,
  }),
  z.strictObject({
    ...common,
    type: z.literal(BonusType.freeSpins),
    spins: z.strictObject({ quantity: z.int().min(1).max(1000), gameId: z.string(), amount: Amounts }),
    /** `bonus`: wins become bonus money under `winsTerms` once the spins have ended. */
    winsAs: z.enum(['cash', 'bonus']).default('cash'),
    /** `days`: how long the bonus lasts, from the day it is credited. */
    winsTerms: z.strictObject({ ...underWager, days: z.int().min(1).max(365) }).optional(),
  }),
])
export type OfferDefinition = z.output<typeof Form>

/** At games in which players choose the odds, the requirement could otherwise be met almost without risk. */
const maxContributionOfDice = 20
const leastOddsOfSports = '1.50'

/** Fairness rules; the message of a broken one names it. */
const rules: Array<{ name: string; message: string; holds(offer: OfferDefinition): boolean }> = [
  {
    name: 'wageringCap',
    message: `at most ${wageringCapBound} times the bonus funds must be wagered`,
    holds: every(({ wagering }) => wagering <= wageringCapBound),
  },
  {
    name: 'canBeWagered',
    message: 'where wagering is required, a kind of game counts in full',
    holds: every(({ wagering, contribution }) => wagering === 0 || Object.values(contribution.kinds).includes(100)),
  },
  {
    name: 'minimalRisk',
    message: `games in which players choose their odds count at most ${maxContributionOfDice} percent`,
    holds: every(({ wagering, contribution }) => wagering === 0 || contribution.kinds.dice <= maxContributionOfDice),
  },
  {
    name: 'oddsOfSports',
    message: `sports bets count from odds of ${leastOddsOfSports}`,
    holds: every(
      ({ contribution: { sports } }) =>
        sports === undefined ||
        sports.percent === 0 ||
        (oddsPattern.test(sports.minOdds) && readOdds(sports.minOdds) >= readOdds(leastOddsOfSports)),
    ),
  },
  {
    name: 'winsHaveTerms',
    message: 'wins of free spins have terms (winsTerms) if they are bonus money, and none if they are cash',
    holds: (offer) => isMoney(offer) || (offer.winsAs === 'bonus') === (offer.winsTerms !== undefined),
  },
  {
    name: 'onceOrRepeated',
    message: 'an offer for deposits has either isOnce or a repeat: { everyDays, most }',
    holds: ({ trigger, isOnce, repeat }) => trigger === 'reward' || isOnce !== (repeat !== undefined),
  },
  {
    name: 'rewardHasAmount',
    message: 'a percentage of a deposit cannot be a reward',
    holds: ({ trigger, type }) => trigger === 'deposit' || type !== BonusType.percentage,
  },
  {
    name: 'rewardIsForOne',
    message: 'a reward has no code, package or number of a deposit',
    holds: ({ trigger, code, package: ofPackage, depositNumber }) =>
      trigger === 'deposit' || (code === undefined && ofPackage === null && depositNumber === undefined),
  },
]

/** Percentages in Western or Arabic digits and signs, with the sign after or before the number. */
const percentages = /(\p{Nd}+(?:[.,٫]\p{Nd}+)?)[\s\u00a0\u202f]*[%٪]|[%٪][\s\u00a0\u202f]*(\p{Nd}+(?:[.,٫]\p{Nd}+)?)/gu

function percentagesIn(text: string): number[] {
  const western = text.replaceAll(/[٠-٩]/g, (digit) => String(digit.codePointAt(0)! - '٠'.codePointAt(0)!))
  return [...western.matchAll(percentages)].map(([, before, after]) => Number((before ?? after)!.replace(/[,٫]/, '.')))
}

/** A percentage in a text must equal that of the terms. Returns the first fault as a sentence. */
function percentageFault(offer: OfferDefinition): string | null {
  if (offer.type !== BonusType.percentage) return null
  for (const [part, texts] of [
    ['name', offer.name],
    ['description', offer.description],
  ] as const)
    for (const [locale, text] of Object.entries(texts)) {
      const other = percentagesIn(text).find((each) => each !== offer.percentage)
      if (other !== undefined)
        return `${part}.${locale} promises ${other}%, and the terms give ${offer.percentage}%: change one of them.`
    }
  return null
}

export const offerKind = defineKind({
  kind: 'offers',
  area: 'rewards',
  file: 'offers.json',
  schema: Form.superRefine((offer, context) => {
    for (const { name, message, holds } of rules)
      if (!holds(offer)) context.addIssue({ code: 'custom', message: `${name}: ${message}` })
  }),
  newVersionFault: (offer) => percentageFault(offer) ?? (isMoney(offer) ? null : spinsFault(offer.spins)),
  describe: (offer) =>
    `${offer.name.en}: ${worthOf(offer)}, ${offer.days} days${offer.code ? `, code ${offer.code}` : ''}`,
})

/** An offer of bonus money; the others are free spins. */
export function isMoney<Offer extends OfferDefinition>(offer: Offer): offer is Exclude<Offer, { type: 3 }> {
  return offer.type !== BonusType.freeSpins
}

type Wager = Pick<Exclude<OfferDefinition, { type: 3 }>, 'wagering' | 'maxBet' | 'contribution'>
/** The terms of the offer's bonus money, including bonus money from free-spin wins. Null if there is none. */
export function wagerOf(offer: OfferDefinition): Wager | null {
  return isMoney(offer) ? offer : (offer.winsTerms ?? null)
}

function every(isFair: (wager: Wager) => boolean): (offer: OfferDefinition) => boolean {
  return (offer) => {
    const wager = wagerOf(offer)
    return wager === null || isFair(wager)
  }
}

function worthOf(offer: OfferDefinition): string {
  if (!isMoney(offer)) {
    const { quantity, amount, gameId } = offer.spins
    const wins = offer.winsTerms ? `, wins are bonus money wagered ${offer.winsTerms.wagering} times` : ''
    return `${quantity} free spins of ${amount.base} at ${gameId}${wins}`
  }
  const gives =
    offer.type === BonusType.cash ? offer.amount.base : `${offer.percentage}% of the deposit up to ${offer.max.base}`
  return `${gives}, wagered ${offer.wagering} times`
}
