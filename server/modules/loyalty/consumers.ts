/** Counts status points: of settled rounds and bets on sports by the published rule, and of rewards. */
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'
import { consumer, movements, type Range } from '../../facts/consumer.ts'
import { rewardGranted } from '../../facts/kinds.ts'
import { settledRounds } from '../games/settled-rounds.ts'
import { decidedBets } from '../sports/decided-bets.ts'
import { currencies } from '../reference/currencies.ts'
import { lockRates } from '../reference/rates.ts'
import { addPoints, type Earned } from './internal/add-points.ts'
import { dateText, monthStart } from './internal/months.ts'
import { millionths } from './internal/points.ts'
import { type Rule, ruleOf, rulesWithin } from './internal/rule.ts'
import { readLadder } from './ladder.ts'

type Needs = Pick<Deps, 'settings' | 'partners' | 'clock'>

const loyalty = consumer<Needs>('loyalty', {
  follows: [movements, rewardGranted],
  async apply(tx, batch, needs) {
    const ladder = await readLadder(tx, needs)
    const earned: Earned[] = []
    if (batch.movements)
      for (const { rule, ...range } of await rulesWithin(tx, batch.movements, ruleOf(ladder?.data, needs)))
        earned.push(...(await ofRounds(tx, range, rule)), ...(await ofBets(tx, range, rule)))
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
async function ofRounds(tx: Tx, range: Range, rule: Rule): Promise<Earned[]> {
  if (rule.games.length === 0) return []
  await lockRates(tx)
  const rounds = settledRounds(tx, range)
    .select(['studio', 'game_id', 'player_id', 'currency', 'settled_at', 'bet_at'])
    .select(rule.countsBonusStakes ? sql<bigint>`stake`.as('counted') : sql<bigint>`stake - bonus_stake`.as('counted'))
  const column = (key: keyof Rule['games'][number]) => rule.games.map((game) => game[key])
  const { rows } = await sql<Earned>`
    SELECT player_id AS "playerId", to_char(settled_at AT TIME ZONE 'UTC', 'YYYY-MM-01') AS month,
      sum(div(counted * game.numerator * ${millionths}::numeric,
        game.denominator * currency.subunits * (CASE WHEN currency.is_base THEN 1 ELSE (reference.rates_at(bet_at) ->> currency.code)::numeric END)))::bigint AS points
    FROM (${rounds}) AS round
    JOIN unnest(${column('studio')}::text[], ${column('game')}::text[], ${column('numerator')}::numeric[], ${column('denominator')}::numeric[])
      AS game (studio, id, numerator, denominator) ON game.studio = round.studio AND game.id = round.game_id
    JOIN unnest(${currencies.map(({ code }) => code)}::text[], ${currencies.map(({ subunitToUnit }) => subunitToUnit)}::numeric[], ${currencies.map(({ isBase }) => isBase)}::boolean[])
      AS currency (code, subunits, is_base) ON currency.code = round.currency
    WHERE counted > 0
    GROUP BY 1, 2`.execute(tx)
  return rows
}

/** Valued at the rate of the time of the bet, so that a correction takes back what its settlement brought. */
async function ofBets(tx: Tx, range: Range, { sports }: Rule): Promise<Earned[]> {
  if (!sports) return []
  await lockRates(tx)
  const bets = decidedBets(tx, range)
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
