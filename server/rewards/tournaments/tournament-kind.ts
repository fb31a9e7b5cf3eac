/** Definitions of tournaments: what counts, who takes part, and what the places win. */
import { z } from 'zod'
import { scoreKinds } from '#contract/tournaments.ts'
import { defineKind } from '../../kernel/definition-kind.ts'
import { baseCurrency, Decimal, inSubunits } from '../../reference/index.ts'
import { Reward } from '../reward.ts'

/** A definition that is older than a locale lacks its texts and is shown in English. */
const Words = z.object({ en: z.string().min(1).max(400) }).catchall(z.string().min(1).max(400))

const Score = z.discriminatedUnion('by', [
  z.strictObject({ by: z.enum(scoreKinds).exclude(['multipliers', 'equalised']) }),
  /** The sum of the multipliers of a player's first rounds that count. */
  z.strictObject({ by: z.literal('multipliers'), first: z.int().min(1).max(1000) }),
  /**
   * The sum of the `best` of a player's `first` rounds, each with at most `cap`: neither stake, luck nor time decides
   * alone.
   */
  z.strictObject({
    by: z.literal('equalised'),
    first: z.int().min(1).max(1000),
    best: z.int().min(1).max(100),
    cap: z.number().min(1).max(10_000).multipleOf(0.01),
  }),
])

/** A share of the pool of a tournament with a buy-in, in percent. */
const Share = z.strictObject({ kind: z.literal('share'), percent: z.number().min(1).max(100).multipleOf(0.01) })

const Prize = z.strictObject({
  /** Places `from` to `to`, each of which wins the reward. */
  from: z.int().min(1),
  to: z.int().min(1).max(100),
  reward: z.discriminatedUnion('kind', [...Reward.options, Share]),
})
export type PrizeReward = z.output<typeof Prize>['reward']
type Prize = z.output<typeof Prize>

/** Amounts are in the base currency, in which entries are paid and refunded. */
const BuyIn = z.strictObject({
  /** Of an entry, the fee included. */
  price: Decimal,
  /** The operator's part of the price; the rest goes to the pool. */
  fee: Decimal,
  /** What the operator adds to the pool, however many enter. */
  guarantee: Decimal,
  /** With fewer the run is cancelled at its start. */
  fewestPlayers: z.int().min(2).max(1000),
})

export const TournamentDefinition = z
  .strictObject({
    title: Words,
    description: Words,
    /** Starts by itself each UTC day or week (on Monday); null: once, in `term`. */
    every: z.enum(['day', 'week']).nullable(),
    term: z.strictObject({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }).optional(),
    /** `confirmed`: rounds count from the moment at which the player joins. `buy-in`: players pay before the start. */
    entry: z.enum(['automatic', 'confirmed', 'buy-in']),
    buyIn: BuyIn.optional(),
    score: Score,
    /** In the base currency; a smaller stake does not count. */
    minStake: Decimal,
    games: z.array(z.string()).min(1).nullable(),
    currencies: z
      .array(z.string().regex(/^[A-Z]{3,5}$/))
      .min(1)
      .nullable(),
    countsBonusMoney: z.boolean().default(false),
    countsFreeSpins: z.boolean().default(false),
    holdMinutes: z.int().min(1).max(10_080),
    prizes: z.array(Prize).min(1),
  })
  .check(({ value, issues }) => {
    for (const message of brokenRules(value)) issues.push({ code: 'custom', message, input: value })
  })
export type TournamentDefinition = z.output<typeof TournamentDefinition>

type Draft = {
  entry: string
  buyIn?: z.output<typeof BuyIn> | undefined
  every: string | null
  term?: { startsAt: string; endsAt: string } | undefined
  score: { by: string; first?: number; best?: number }
  minStake: string
  prizes: Prize[]
}

function brokenRules({ every, term, score, minStake, prizes, ...paid }: Draft): string[] {
  const broken = brokenRulesOfBuyIn({ prizes, ...paid })
  if ((every === null) !== (term !== undefined))
    broken.push('term: a tournament has either `every` or a term of its own')
  if (term && term.endsAt <= term.startsAt) broken.push('term: the end must be later than the start')
  if ((score.by.startsWith('multiplier') || score.by === 'equalised') && Number(minStake) <= 0)
    broken.push('equal stakes: a score by multipliers needs a minimum stake')
  if (score.by === 'equalised' && score.best! > score.first!) broken.push('rounds: the best are some of the first')
  let next = 1
  let least: bigint | null = null
  for (const { from, to, reward } of prizes) {
    if (from !== next || to < from) broken.push('places: prizes cover the places from 1 on, in order and without gaps')
    next = to + 1
    if (reward.kind !== 'cash') continue
    if (paid.buyIn) broken.push('shares: cash prizes of a tournament with a buy-in are shares of its pool')
    if (Object.keys(reward.amount.items).length > 0)
      broken.push('one currency: cash prizes are paid in the base currency')
    const amount = inSubunits(reward.amount.base, baseCurrency)
    if (amount <= 0n) broken.push('prizes: a cash prize is more than nothing')
    if (least !== null && amount > least) broken.push('prizes: a better place never wins less cash')
    least = amount
  }
  return [...new Set(broken)]
}

/** Below it, a share of one percent might be less than a cent. */
const lowestPrice = 100n
/** A fee is at most one part in so many of the price. */
const leastParts = 5n

function brokenRulesOfBuyIn({ entry, buyIn, prizes }: Pick<Draft, 'entry' | 'buyIn' | 'prizes'>): string[] {
  const shares = prizes.filter(({ reward }) => reward.kind === 'share')
  if ((entry === 'buy-in') !== (buyIn !== undefined)) return ['buy-in: its entry and its terms come together']
  if (!buyIn) return shares.length > 0 ? ['shares: only a tournament with a buy-in has a pool to share'] : []
  const broken: string[] = []
  const [price, fee] = [buyIn.price, buyIn.fee].map((amount) => inSubunits(amount, baseCurrency)) as [bigint, bigint]
  if (price < lowestPrice) broken.push('price: an entry costs at least one unit of the base currency')
  if (fee * leastParts > price) broken.push('fee: at most a fifth of the price')
  const total = shares.reduce((sum, { from, to, reward }) => sum + weightOf(reward) * BigInt(to - from + 1), 0n)
  if (total !== 10_000n) broken.push('shares: the places share exactly 100 percent of the pool')
  if (prizes[0]?.reward.kind !== 'share') broken.push('shares: the first place has one')
  if (shares.some(({ reward }, index) => index > 0 && weightOf(reward) > weightOf(shares[index - 1]!.reward)))
    broken.push('shares: a better place never has a smaller one')
  return broken
}

/** Of a share, in hundredths of a percent; 0 for another prize. */
export function weightOf(reward: PrizeReward): bigint {
  return reward.kind === 'share' ? BigInt(Math.round(reward.percent * 100)) : 0n
}

export const tournamentKind = defineKind({
  kind: 'tournament',
  area: 'rewards',
  file: 'tournaments.json',
  schema: TournamentDefinition,
  describe: ({ title, every, score, entry, buyIn, prizes }) =>
    [
      `${title.en}: ${every ? `every ${every}` : 'once'}, by ${score.by}, ${entry} entry, ${prizes.at(-1)!.to} places`,
      ...(buyIn
        ? [
            `${buyIn.price} ${baseCurrency} each of which ${buyIn.fee} is the fee`,
            `${buyIn.guarantee} added`,
            `from ${buyIn.fewestPlayers} players`,
          ]
        : []),
    ].join(', '),
})

/** What the operator puts into the pool, in subunits of the base currency: the cash of all places, or what it adds. */
export function poolOf({ prizes, buyIn }: Pick<TournamentDefinition, 'prizes' | 'buyIn'>): bigint {
  if (buyIn) return inSubunits(buyIn.guarantee, baseCurrency)
  return prizes.reduce((sum, { from, to, reward }) => sum + cashOf(reward) * BigInt(to - from + 1), 0n)
}

export function rewardAt({ prizes }: Pick<TournamentDefinition, 'prizes'>, place: number): PrizeReward | undefined {
  return prizes.find(({ from, to }) => place >= from && place <= to)?.reward
}

/** Of a prize with a fixed amount. */
export function cashOf(reward: PrizeReward): bigint {
  return reward.kind === 'cash' ? inSubunits(reward.amount.base, baseCurrency) : 0n
}
