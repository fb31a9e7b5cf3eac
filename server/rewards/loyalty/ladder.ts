/** The ladder of levels: what earns points, the threshold and rewards of each level, and when a level is lost. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { Odds } from '#contract/sportsbook-protocol.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { defineKind } from '../../kernel/definition-kind.ts'
import {
  type Definition,
  readActiveOf,
  readDefinition,
  readFirstWithin,
  readInForce,
} from '../../kernel/definitions/definitions.ts'
import { Reward } from '../reward.ts'

const Words = z.object({ en: z.string().min(1).max(200) }).catchall(z.string().min(1).max(200))
export type Words = z.output<typeof Words>

const PointsPerUnit = z.int().min(0).max(1000)
const Level = z.strictObject({
  name: Words,
  /** Status points that reach it. */
  points: z.int().min(0).max(1_000_000_000),
  /** Cashback on a week's net loss, in percent: where it is higher than that of the cashback definition. */
  cashbackPercent: z.number().min(0).max(20),
  /** Granted once, the first time that a player reaches it. */
  rewards: z.array(Reward).max(5),
  benefits: z.array(Words).max(10),
})
export type Level = z.output<typeof Level>

const Form = z.strictObject({
  /**
   * Points for one unit of the base currency of the operator's expected margin, stake times (1 - RTP), by kind of
   * game.
   */
  pointsPerUnit: z.strictObject({ slot: PointsPerUnit, dice: PointsPerUnit }),
  /** Points for one unit of the operator's expected margin on settled sports bets: `marginPercent` of the stake. */
  sports: z
    .strictObject({
      pointsPerUnit: PointsPerUnit,
      marginPercent: z.int().min(1).max(20),
      /** The lowest odds of each selection. */
      minOdds: Odds,
    })
    .optional(),
  /** Stakes of bonus money count like cash; free spins never count. */
  countsBonusStakes: z.boolean(),
  /** A level is kept by this share of its threshold, earned within so many calendar months. Null: levels are never lost. */
  decay: z.strictObject({ months: z.int().min(1).max(24), keepPercent: z.int().min(1).max(50) }).nullable(),
  levels: z.array(Level).min(2).max(50),
})
export type Ladder = z.output<typeof Form>

/** The highest share of what a level's points bring the operator that its cash may return. */
const maxCashShare = 0.5

/** Fairness rules; the message of a broken one names it. */
const rules: Array<{ name: string; message: string; holds(ladder: Ladder): boolean }> = [
  {
    name: 'everyoneStarts',
    message: 'the first level needs 0 points and has no rewards',
    holds: ({ levels }) => levels[0]?.points === 0 && levels[0].rewards.length === 0,
  },
  {
    name: 'thresholdsRise',
    message: 'each level needs more points than the one before',
    holds: ({ levels }) => levels.every(({ points }, index) => index === 0 || points > levels[index - 1]!.points),
  },
  {
    name: 'cashbackNeverFalls',
    message: 'no level has less cashback than the one before',
    holds: ({ levels }) =>
      levels.every(
        ({ cashbackPercent }, index) => index === 0 || cashbackPercent >= levels[index - 1]!.cashbackPercent,
      ),
  },
  {
    name: 'noPointsForLevels',
    message: 'points are not a reward of levels: a level would bring the next one',
    holds: ({ levels }) => levels.every(({ rewards }) => rewards.every(({ kind }) => kind !== 'points')),
  },
  {
    name: 'cashIsAffordable',
    message: `the cash of a level is at most ${maxCashShare * 100} % of what its points bring the operator`,
    holds: ({ levels, pointsPerUnit, sports }) => {
      const most = Math.max(...Object.values(pointsPerUnit), sports?.pointsPerUnit ?? 0)
      return levels.every(({ points, rewards }, index) => {
        const worth = index === 0 || most === 0 ? 0 : (points - levels[index - 1]!.points) / most
        const cash = rewards.reduce((sum, each) => sum + (each.kind === 'cash' ? Number(each.amount.base) : 0), 0)
        return cash <= worth * maxCashShare
      })
    },
  },
]

export const levels = defineKind({
  kind: 'levels',
  area: 'rewards',
  file: 'levels.json',
  schema: Form.superRefine((ladder, context) => {
    for (const { name, message, holds } of rules)
      if (!holds(ladder)) context.addIssue({ code: 'custom', path: ['levels'], message: `${name}: ${message}` })
  }),
  describe: ({ levels: all, pointsPerUnit, sports, decay }) =>
    `${all.length} levels up to ${all.at(-1)!.points} points; points per unit kept: slots ${pointsPerUnit.slot}, dice ${pointsPerUnit.dice}${sports ? `, sports ${sports.pointsPerUnit}` : ''}; ` +
    (decay ? `kept by ${decay.keepPercent} % within ${decay.months} months` : 'never lost'),
})

/** Its identity; definitions of this kind with another one have no effect. */
export const ladderIdentity = 'ladder'

/** Undefined while loyalty is switched off, or the operator has ended the ladder. */
export async function readLadder(
  db: Kysely<Tables>,
  { settings }: KernelDeps,
): Promise<Definition<Ladder> | undefined> {
  if (!settings.isLoyaltyEnabled) return undefined
  return readActiveOf(db, levels, ladderIdentity)
}

/** The ladder that was in force at the start of that time, or the first that came into force within it. */
export async function readLadderOfTerm(
  db: Kysely<Tables>,
  { settings }: KernelDeps,
  { start, end }: { start: Date; end: Date },
): Promise<Definition<Ladder> | undefined> {
  if (!settings.isLoyaltyEnabled) return undefined
  return (
    (await readInForce(db, levels, ladderIdentity, start)) ??
    readFirstWithin(db, levels, ladderIdentity, { start, end })
  )
}

export async function readLadderVersion(db: Kysely<Tables>, version: number): Promise<Ladder | undefined> {
  return (await readDefinition(db, levels, { identity: ladderIdentity, version }))?.data
}

/** The order of the highest level that the points reach, from 1. */
export function levelAt({ levels: all }: Ladder, points: number): number {
  return Math.max(1, all.filter((level) => level.points <= points).length)
}

export function wordsIn(words: Words, locale: string): string {
  return words[locale] ?? words.en
}
