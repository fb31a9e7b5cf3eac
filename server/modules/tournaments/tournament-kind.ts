/** Definitions of tournaments: what counts, who takes part, and what the places win. */
import { z } from 'zod'
import { scoreKinds } from '#contract/tournaments.ts'
import { defineKind } from '../../platform/definition-kind.ts'
import { Decimal, inSubunits } from '../reference/amounts.ts'
import { baseCurrency } from '../reference/currencies.ts'
import { Reward } from '../rewards/reward.ts'

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

const Prize = z.strictObject({
  /** Places `from` to `to`, each of which wins the reward. */
  from: z.int().min(1),
  to: z.int().min(1).max(100),
  reward: Reward,
})
type Prize = z.output<typeof Prize>

export const TournamentDefinition = z
  .strictObject({
    title: Words,
    description: Words,
    /** Starts by itself each UTC day or week (on Monday); null: once, in `term`. */
    every: z.enum(['day', 'week']).nullable(),
    term: z.strictObject({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }).optional(),
    /** `confirmed`: rounds count from the moment at which the player joins. */
    entry: z.enum(['automatic', 'confirmed']),
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
  every: string | null
  term?: { startsAt: string; endsAt: string } | undefined
  score: { by: string; first?: number; best?: number }
  minStake: string
  prizes: Prize[]
}

function brokenRules({ every, term, score, minStake, prizes }: Draft): string[] {
  const broken: string[] = []
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
    if (Object.keys(reward.amount.items).length > 0)
      broken.push('one currency: cash prizes are paid in the base currency')
    const amount = inSubunits(reward.amount.base, baseCurrency)
    if (amount <= 0n) broken.push('prizes: a cash prize is more than nothing')
    if (least !== null && amount > least) broken.push('prizes: a better place never wins less cash')
    least = amount
  }
  return [...new Set(broken)]
}

export const tournamentKind = defineKind({
  kind: 'tournament',
  file: 'tournaments.json',
  schema: TournamentDefinition,
  describe: ({ title, every, score, entry, prizes }) =>
    `${title.en}: ${every ? `every ${every}` : 'once'}, by ${score.by}, ${entry} entry, ${prizes.at(-1)!.to} places`,
})

/** The cash of all places together, in subunits of the base currency. */
export function poolOf({ prizes }: Pick<TournamentDefinition, 'prizes'>): bigint {
  return prizes.reduce((sum, { from, to, reward }) => sum + cashOf(reward) * BigInt(to - from + 1), 0n)
}

export function rewardAt({ prizes }: Pick<TournamentDefinition, 'prizes'>, place: number): Reward | undefined {
  return prizes.find(({ from, to }) => place >= from && place <= to)?.reward
}

export function cashOf(reward: Reward): bigint {
  return reward.kind === 'cash' ? inSubunits(reward.amount.base, baseCurrency) : 0n
}
