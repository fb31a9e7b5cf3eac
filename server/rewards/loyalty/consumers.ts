/** Counts status points: for settled rounds and sports bets by the published rule, and for rewards. */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { rewardGranted } from '../../kernel/facts/kinds.ts'
import { settledRounds } from '../../play/index.ts'
import { decidedBets } from '../../sports/index.ts'
import { currencies, leaveNewerCurrencies, lockRates } from '../../reference/index.ts'
import { gamesUnder, type RuledRange, rulesWithin } from '../counting-rules.ts'
import { addPoints, type Earned } from './internal/add-points.ts'
import { dateText, monthStart } from './internal/months.ts'
import { millionths } from './internal/points.ts'
import { readRule, type Rule, writeRule } from './internal/rule.ts'
import { readLadder } from './ladder.ts'

const name = 'loyalty'

const loyalty = consumer(name, {
  follows: [movements, rewardGranted],
  async apply(tx, batch, needs) {
    if (batch.movements) await leaveNewerCurrencies(tx, batch.movements)
    const ladder = await readLadder(tx, needs)
    const earned: Earned[] = []
    if (batch.movements)
      for (const part of await rulesWithin(tx, batch.movements, {
        consumer: name,
        rule: writeRule(ladder?.data),
        partners: needs.partners,
      })) {
        const rule = readRule(part.rule)
        earned.push(...(await ofRounds(tx, part, rule)), ...(await ofBets(tx, part, rule)))
      }
    for (const { player, data, at } of await batch.of(rewardGranted))
      if (player && data.reward === 'points')
        earned.push({ playerId: player, month: dateText(monthStart(at)), points: data.amount * millionths })
    await addPoints(tx, needs, ladder, earned)
  },
  /** Levels, rises and what levels were lost by stay: they follow from when points were counted first. */
  async reset(tx) {
    await tx.deleteFrom('rewards.loyalty_months').execute()
    await tx.updateTable('rewards.loyalty_accounts').set({ earned: 0n }).execute()
  },
})

/**
 * Each round's points are truncated to millionths. The stake is valued at the rate of the time of the bet; `div` keeps
 * the arithmetic exact.
 */
async function ofRounds(tx: Tx, part: RuledRange, { pointsPerUnit, countsBonusStakes }: Rule): Promise<Earned[]> {
  if (pointsPerUnit.slot === 0 && pointsPerUnit.dice === 0) return []
  await lockRates(tx)
  const rounds = settledRounds(tx, part)
    .select(['studio', 'game_id', 'player_id', 'currency', 'settled_at', 'bet_at'])
    .select(countsBonusStakes ? sql<bigint>`stake`.as('counted') : sql<bigint>`stake - bonus_stake`.as('counted'))
  const { rows } = await sql<Earned>`
    WITH round AS MATERIALIZED (${rounds})
    SELECT player_id AS "playerId", to_char(settled_at AT TIME ZONE 'UTC', 'YYYY-MM-01') AS month,
      sum(div(counted * game.numerator * per.points * ${millionths}::numeric,
        game.denominator * currency.subunits * (CASE WHEN currency.is_base THEN 1 ELSE (reference.rates_at(bet_at) ->> currency.code)::numeric END)))::bigint AS points
    FROM round JOIN ${gamesUnder(name, part.since, sql`round`)} AS game USING (studio, game_id)
    JOIN (VALUES ('slot', ${pointsPerUnit.slot}::numeric), ('dice', ${pointsPerUnit.dice}::numeric)) AS per (kind, points) USING (kind)
    JOIN unnest(${currencies.map(({ code }) => code)}::text[], ${currencies.map(({ subunitToUnit }) => subunitToUnit)}::numeric[], ${currencies.map(({ isBase }) => isBase)}::boolean[])
      AS currency (code, subunits, is_base) ON currency.code = round.currency
    WHERE counted > 0 AND game.numerator > 0 AND per.points > 0
    GROUP BY 1, 2`.execute(tx)
  return rows
}

/** Valued at the rate of the time of the bet, so that a correction deducts exactly what its settlement earned. */
async function ofBets(tx: Tx, part: RuledRange, { sports }: Rule): Promise<Earned[]> {
  if (!sports) return []
  await lockRates(tx)
  const bets = decidedBets(tx, part)
    .select(['player_id', 'currency', 'decided_at', 'placed_at', 'settled'])
    .where('settled', '<>', 0n)
    .where('lowest_odds', '>=', BigInt(sports.minOdds))
  const { rows } = await sql<Earned>`
    SELECT player_id AS "playerId", to_char(decided_at AT TIME ZONE 'UTC', 'YYYY-MM-01') AS month,
      sum(div(settled * ${sports.numerator}::numeric * ${millionths}::numeric,
        ${sports.denominator}::numeric * currency.subunits * (CASE WHEN currency.is_base THEN 1 ELSE (reference.rates_at(placed_at) ->> currency.code)::numeric END)))::bigint AS points
    FROM (${bets}) AS bet
    JOIN unnest(${currencies.map(({ code }) => code)}::text[], ${currencies.map(({ subunitToUnit }) => subunitToUnit)}::numeric[], ${currencies.map(({ isBase }) => isBase)}::boolean[])
      AS currency (code, subunits, is_base) ON currency.code = bet.currency
    GROUP BY 1, 2`.execute(tx)
  return rows
}

export const consumers = [loyalty]
