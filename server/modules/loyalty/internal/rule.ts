/**
 * What a stake brings, as published: points for one unit of the base currency, as an exact fraction for each game. Every
 * rule is stored with the movement from which it applies, so that a replay counts each round as it was counted.
 */
import { z } from 'zod'
import { readOdds } from '#contract/settlement/odds.ts'
import type { Deps, Tx } from '../../../deps.ts'
import type { Range } from '../../../facts/consumer.ts'
import { type StudioGame, termsKindOf } from '../../../partners/game-studio/port.ts'
import type { Ladder } from '../ladder.ts'

const Rule = z.strictObject({
  countsBonusStakes: z.boolean(),
  /** Of settled bets on sports, from these odds in thousandths on; absent where they bring nothing. */
  sports: z.strictObject({ numerator: z.string(), denominator: z.string(), minOdds: z.string() }).optional(),
  games: z.array(
    z.strictObject({ studio: z.string(), game: z.string(), numerator: z.string(), denominator: z.string() }),
  ),
})
export type Rule = z.output<typeof Rule>

/** Without a ladder no stake brings points. */
export function ruleOf(ladder: Ladder | undefined, deps: Pick<Deps, 'partners'>): Rule {
  if (!ladder) return { countsBonusStakes: false, games: [] }
  return {
    countsBonusStakes: ladder.countsBonusStakes,
    ...(ladder.sports && {
      sports: {
        numerator: String(ladder.sports.pointsPerUnit * ladder.sports.marginPercent),
        denominator: '100',
        minOdds: String(readOdds(ladder.sports.minOdds)),
      },
    }),
    games: deps.partners.gameStudios.flatMap(({ slug: studio, games }) =>
      games.flatMap((game) => {
        const { numerator, denominator } = pointsPerUnitStaked(ladder, game)
        if (numerator <= 0n) return []
        return [{ studio, game: game.slug, numerator: `${numerator}`, denominator: `${denominator}` }]
      }),
    ),
  }
}

/** Points for one unit of the base currency: what the operator keeps of it on average, times the points of its kind. */
export function pointsPerUnitStaked(
  { pointsPerUnit }: Ladder,
  { rtpExact, kind }: Pick<StudioGame, 'rtpExact' | 'kind'>,
): { numerator: bigint; denominator: bigint } {
  return {
    numerator: (rtpExact.denominator - rtpExact.numerator) * BigInt(pointsPerUnit[termsKindOf(kind)]),
    denominator: rtpExact.denominator,
  }
}

/** The parts of a range with the rule of each. What was never counted before is counted by `current`. */
export async function rulesWithin(tx: Tx, range: Range, current: Rule): Promise<Array<Range & { rule: Rule }>> {
  const last = await tx
    .selectFrom('rewards.loyalty_rules')
    .selectAll()
    .orderBy('after_movement', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || range.upTo > last.counted_to) await count(tx, range, last, JSON.stringify(current))
  return splitByRule(tx, range)
}

type Last = { after_movement: bigint; rule: string; counted_to: bigint } | undefined

async function count(tx: Tx, { upTo }: Range, last: Last, rule: string): Promise<void> {
  if (last?.rule === rule)
    await tx
      .updateTable('rewards.loyalty_rules')
      .set({ counted_to: upTo })
      .where('after_movement', '=', last.after_movement)
      .execute()
  else
    await tx
      .insertInto('rewards.loyalty_rules')
      .values({ after_movement: last?.counted_to ?? 0n, rule, counted_to: upTo })
      .execute()
}

async function splitByRule(tx: Tx, range: Range): Promise<Array<Range & { rule: Rule }>> {
  const rows = await tx
    .selectFrom('rewards.loyalty_rules')
    .select(['after_movement', 'rule'])
    .where('after_movement', '<', range.upTo)
    .orderBy('after_movement')
    .execute()
  return rows.flatMap(({ after_movement, rule }, index) => {
    const after = after_movement > range.after ? after_movement : range.after
    const next = rows[index + 1]?.after_movement ?? range.upTo
    const upTo = next < range.upTo ? next : range.upTo
    return after < upTo ? [{ after, upTo, rule: Rule.parse(JSON.parse(rule)) }] : []
  })
}
