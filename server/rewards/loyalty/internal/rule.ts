/**
 * What a stake earns, as published: points for one unit of the base currency that the operator keeps on average, by kind
 * of game. Stored with the movement from which it applies; the edges of games are stored beside it.
 */
import { z } from 'zod'
import { readOdds } from '#contract/settlement/odds.ts'
import { type StudioGame, termsKindOf } from '../../../partners/game-studio/port.ts'
import { edgeOf } from '../../counting-rules.ts'
import type { Ladder } from '../ladder.ts'

const Rule = z.strictObject({
  countsBonusStakes: z.boolean(),
  /** Of settled sports bets, from these odds in thousandths on; absent where they bring nothing. */
  sports: z.strictObject({ numerator: z.string(), denominator: z.string(), minOdds: z.string() }).optional(),
  pointsPerUnit: z.strictObject({ slot: z.int(), dice: z.int() }),
})
export type Rule = z.output<typeof Rule>

/** Without a ladder no stake earns points. */
export function writeRule(ladder: Ladder | undefined): string {
  const rule: Rule = {
    countsBonusStakes: ladder?.countsBonusStakes ?? false,
    ...(ladder?.sports && {
      sports: {
        numerator: String(ladder.sports.pointsPerUnit * ladder.sports.marginPercent),
        denominator: '100',
        minOdds: String(readOdds(ladder.sports.minOdds)),
      },
    }),
    pointsPerUnit: { slot: ladder?.pointsPerUnit.slot ?? 0, dice: ladder?.pointsPerUnit.dice ?? 0 },
  }
  return JSON.stringify(rule)
}

export function readRule(text: string): Rule {
  return Rule.parse(JSON.parse(text))
}

/** Points for one unit of the base currency: what the operator keeps of it on average, times the points of its kind. */
export function pointsPerUnitStaked(
  { pointsPerUnit }: Ladder,
  game: Pick<StudioGame, 'rtpExact' | 'kind'>,
): { numerator: bigint; denominator: bigint } {
  const { numerator, denominator } = edgeOf(game)
  return { numerator: numerator * BigInt(pointsPerUnit[termsKindOf(game.kind)]), denominator }
}
