/** The rules of runs that have started, as scores are counted by them. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../deps.ts'
import { exactRates } from '../../../reference/index.ts'
import type { RunRules } from './score.ts'

export type CountedRun = RunRules & { id: number; isAutomatic: boolean }

type Row = {
  id: number
  entry: string
  score_by: string
  first_rounds: number | null
  best_rounds: number | null
  multiplier_cap: bigint | null
  min_stake: bigint
  games: string[] | null
  currencies: string[] | null
  counts_bonus_money: boolean
  counts_free_spins: boolean
  starts_at: number
  ends_at: number
  rates: Record<string, string>
}

/** `which`: the condition, order and lock of the statement. */
export async function readRules(tx: Tx, which: RawBuilder<unknown>): Promise<CountedRun[]> {
  const { rows } = await sql<Row>`
    SELECT id, entry, score_by, first_rounds, best_rounds, multiplier_cap, min_stake, games, currencies, counts_bonus_money,
      counts_free_spins, round(date_part('epoch', starts_at) * 1000000)::float8 AS starts_at,
      round(date_part('epoch', ends_at) * 1000000)::float8 AS ends_at,
      (SELECT json_object_agg(key, value) FROM jsonb_each_text(rates)) AS rates
    FROM rewards.tournament_runs WHERE ${which}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    isAutomatic: row.entry === 'automatic',
    scoreBy: row.score_by,
    firstRounds: row.first_rounds,
    bestRounds: row.best_rounds,
    multiplierCap: row.multiplier_cap,
    minStake: row.min_stake,
    games: row.games && new Set(row.games),
    currencies: row.currencies && new Set(row.currencies),
    countsBonusMoney: row.counts_bonus_money,
    countsFreeSpins: row.counts_free_spins,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    rates: exactRates(row.rates),
  }))
}
