/**
 * Adds each settled round to its week: the week in which it was settled, however long ago it was staked. A sports bet
 * counts in the week of each decision, so a correction counts in that in which it was made.
 */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { arrayOf } from '../../kernel/db/array-of.ts'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { type PlayerPlay, portionsOf, settledPlay } from '../settled-play.ts'
import { weekOf } from './internal/week.ts'

const cashback = consumer<object>('cashback', {
  follows: [movements],
  pass: settledPlay,
  async apply(tx, batch) {
    const weeks: Week[] = []
    for await (const play of portionsOf((await batch.read(settledPlay)).players)) weeks.push(...countWeeks(play))
    await add(tx, weeks)
  },
  /** Weeks that were settled stay as they are. */
  reset: async (tx) => {
    await tx.deleteFrom('rewards.cashback_periods').where('settled_at', 'is', null).execute()
  },
})

type Week = {
  player: string
  currency: string
  startsAt: string
  staked: bigint
  won: bigint
  rounds: number
  sportsStaked: bigint
  sportsWon: bigint
}

/** Rounds with bonus money or free spins do not count: their loss is not the player's. */
function countWeeks({ player, rounds, bets }: PlayerPlay): Week[] {
  const weeks: Week[] = []
  const weekFor = (currency: string, at: number): Week => {
    const startsAt = startOfWeek(at)
    let week = weeks.find((each) => each.startsAt === startsAt && each.currency === currency)
    if (!week) {
      week = { player, currency, startsAt, staked: 0n, won: 0n, rounds: 0, sportsStaked: 0n, sportsWon: 0n }
      weeks.push(week)
    }
    return week
  }
  for (const { currency, settledAt, stake, won, bonusStake, freeStake } of rounds) {
    if (bonusStake !== 0n || freeStake !== 0n || stake <= 0n) continue
    const week = weekFor(currency, settledAt)
    week.staked += stake
    week.won += won
    week.rounds++
  }
  for (const { currency, decidedAt, staked, won } of bets) {
    const week = weekFor(currency, decidedAt)
    week.sportsStaked += staked
    week.sportsWon += won
  }
  return weeks
}

const dayMicros = 86_400_000_000
const latest = { day: -1, startsAt: '' }
/** Most rounds are of the same day as the one before. */
function startOfWeek(at: number): string {
  const day = Math.floor(at / dayMicros)
  if (day !== latest.day)
    Object.assign(latest, { day, startsAt: weekOf(new Date(Math.floor(at / 1000))).start.toISOString() })
  return latest.startsAt
}

/** In the order of the keys, like every writer of many of them. */
async function add(tx: Tx, weeks: Week[]): Promise<void> {
  if (weeks.length === 0) return
  const column = (key: keyof Week) => arrayOf(weeks.map((week) => week[key]))
  await sql`
    INSERT INTO rewards.cashback_periods AS period (player_id, currency, starts_at, staked, won, rounds, sports_staked, sports_won)
    SELECT * FROM unnest(${column('player')}::uuid[], ${column('currency')}::text[], ${column('startsAt')}::timestamptz[],
      ${column('staked')}::bigint[], ${column('won')}::bigint[], ${column('rounds')}::int[],
      ${column('sportsStaked')}::bigint[], ${column('sportsWon')}::bigint[]) ORDER BY 1, 2, 3
    ON CONFLICT (player_id, currency, starts_at) DO UPDATE
    SET staked = period.staked + EXCLUDED.staked, won = period.won + EXCLUDED.won, rounds = period.rounds + EXCLUDED.rounds,
      sports_staked = period.sports_staked + EXCLUDED.sports_staked, sports_won = period.sports_won + EXCLUDED.sports_won
    WHERE period.settled_at IS NULL`.execute(tx)
}

export const consumers = [cashback]
