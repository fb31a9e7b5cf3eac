/** Adds what happened to the players' counts, in one statement per table, and raises the markers that they reach. */
import { sql } from 'kysely'
import type { measures } from '#contract/harm.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import { arrayOf } from '../../kernel/db/array-of.ts'
import type { Definition } from '../../kernel/definitions/definitions.ts'
import { currencies, lockRates } from '../../reference/index.ts'
import type { Rules } from '../rules.ts'

type Measure = (typeof measures)[number]
/** `currency`: of an amount in subunits; null for a number. */
export type Tally = { playerId: string; at: Date; measure: Measure; amount: bigint; currency: string | null }
export type Mark = { playerId: string; at: Date; measure: Measure; mark: string }

export async function addTallies(tx: Tx, tallies: Tally[]): Promise<void> {
  if (tallies.length === 0) return
  await lockRates(tx)
  const column = <K extends keyof Tally>(key: K) => tallies.map((tally) => tally[key])
  await sql`
    INSERT INTO harm.tallies AS held (player_id, day, measure, amount)
    SELECT player_id, (at AT TIME ZONE 'UTC')::date, measure, coalesce(sum(CASE WHEN currency IS NULL THEN amount
      ELSE div(amount * 100, definition.subunits * CASE WHEN definition.is_base THEN 1 ELSE (reference.rates_at(at) ->> currency)::numeric END) END), 0)::bigint
    FROM unnest(${column('playerId')}::uuid[], ${column('at')}::timestamptz[], ${column('measure')}::text[], ${column('amount')}::numeric[], ${column('currency')}::text[])
      AS input (player_id, at, measure, amount, currency)
    LEFT JOIN unnest(${currencies.map(({ code }) => code)}::text[], ${currencies.map(({ subunitToUnit }) => subunitToUnit)}::numeric[], ${currencies.map(({ isBase }) => isBase)}::boolean[])
      AS definition (code, subunits, is_base) ON definition.code = currency
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (player_id, day, measure) DO UPDATE SET amount = held.amount + excluded.amount`.execute(tx)
}

/** Ten minutes in which a player staked. */
export type Stretch = { playerId: string; startsAt: Date }

/**
 * Marks time at play, and with the first stretch of a day the day. Most stretches are marked already: what is looked up
 * costs less than what conflicts. Returns whose marks of which days are new.
 */
export async function addStretches(tx: Tx, stretches: Stretch[]): Promise<Touched[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<{ playerId: string; startsAt: Date }>`
    SELECT DISTINCT player_id AS "playerId", starts_at AS "startsAt"
    FROM unnest(${arrayOf(stretches.map(({ playerId }) => playerId))}::uuid[],
      ${arrayOf(stretches.map(({ startsAt }) => startsAt.toISOString()))}::timestamptz[]) AS input (player_id, starts_at)
    WHERE NOT EXISTS (SELECT FROM harm.marks AS known WHERE known.player_id = input.player_id
      AND known.day = (starts_at AT TIME ZONE 'UTC')::date AND known.measure = 'tenMinutes'
      AND known.mark = to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))`.execute(tx)
  return addMarks(
    tx,
    rows.flatMap(({ playerId, startsAt: at }) => [
      { playerId, at, measure: 'tenMinutes' as const, mark: at.toISOString() },
      { playerId, at, measure: 'playDays' as const, mark: at.toISOString().slice(0, 10) },
    ]),
  )
}

/** Returns whose marks of which days are new. */
export async function addMarks(tx: Tx, marks: Mark[]): Promise<Touched[]> {
  if (marks.length === 0) return []
  const column = <K extends keyof Mark>(key: K) => marks.map((mark) => mark[key])
  const { rows } = await sql<Touched>`
    INSERT INTO harm.marks (player_id, day, measure, mark)
    SELECT DISTINCT player_id, (at AT TIME ZONE 'UTC')::date, measure, mark
    FROM unnest(${arrayOf(column('playerId'))}::uuid[], ${column('at')}::timestamptz[], ${column('measure')}::text[], ${column('mark')}::text[])
      AS input (player_id, at, measure, mark)
    ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING
    RETURNING player_id AS "playerId", day::text`.execute(tx)
  return rows
}

export type Touched = { playerId: string; day: string }

/**
 * Each rule is evaluated for the days that changed, oldest first, so that any size of batch raises the same markers. A rule
 * raises no second marker within its own days.
 */
export async function raiseMarkers(
  tx: Tx,
  { clock }: KernelDeps,
  { version, data }: Definition<Rules>,
  touched: Touched[],
): Promise<void> {
  const rule = <K extends keyof Rules['rules'][number]>(key: K) => data.rules.map((each) => each[key])
  for (const day of [...new Set(touched.map((each) => each.day))].toSorted()) {
    const players = [...new Set(touched.filter((each) => each.day === day).map(({ playerId }) => playerId))].toSorted()
    await sql`
      INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at)
      SELECT player_id, rule.name, indicator, measure, level, ${version}::int, ${day}::date, days, counted, threshold, ${clock.now()}::timestamptz
      FROM unnest(${players}::uuid[]) AS player (player_id)
      CROSS JOIN unnest(${rule('name')}::text[], ${rule('indicator')}::text[], ${rule('measure')}::text[], ${rule('level')}::text[], ${rule('days')}::int[], ${rule('atLeast')}::bigint[])
        AS rule (name, indicator, measure, level, days, threshold)
      CROSS JOIN LATERAL (
        SELECT (coalesce((SELECT sum(amount) FROM harm.tallies WHERE tallies.player_id = player.player_id AND tallies.measure = rule.measure
            AND day > ${day}::date - days AND day <= ${day}::date), 0)
          + (SELECT count(DISTINCT mark) FROM harm.marks WHERE marks.player_id = player.player_id AND marks.measure = rule.measure
            AND day > ${day}::date - days AND day <= ${day}::date))::bigint AS counted
      ) AS counts
      WHERE counted >= threshold AND NOT EXISTS (
        SELECT FROM harm.markers AS earlier WHERE earlier.player_id = player.player_id AND earlier.rule = rule.name
          AND earlier.day > ${day}::date - rule.days AND earlier.day <= ${day}::date)
      ORDER BY player_id, rule.name
      ON CONFLICT (player_id, rule, day) DO NOTHING`.execute(tx)
  }
}
