/** Free bets that players hold, and what they have cost: for operators. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { formatAmount } from '../reference/index.ts'

export type FreeBetCost = {
  definition: string
  version: number
  currency: string
  players: number
  granted: number
  /** Staked, decided or not. */
  used: number
  expired: number
  /** What bets with them have paid: their stake is not paid out. */
  paid: bigint
}

/** By definition, version and currency; of one definition if it is named. */
export async function costOfFreeBets(
  db: Kysely<Tables>,
  { definition, now }: { definition: string | null; now: Date },
): Promise<FreeBetCost[]> {
  const { rows } = await sql<FreeBetCost>`
    SELECT free.definition, free.version, free.currency, count(DISTINCT free.player_id)::int AS players,
      count(*)::int AS granted, count(free.bet)::int AS used,
      (count(*) FILTER (WHERE free.bet IS NULL AND free.expires_at <= ${now}))::int AS expired,
      coalesce(sum(bet.payout), 0)::bigint AS paid
    FROM sports.free_bets AS free LEFT JOIN sports.bets AS bet ON bet.id = free.bet
    WHERE ${definition}::text IS NULL OR free.definition = ${definition}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db)
  return rows
}

/** The last free bets of a player, in one line each. */
export async function listFreeBetsHeld(
  db: Kysely<Tables>,
  { playerId, now, limit }: { playerId: string; now: Date; limit: number },
): Promise<Array<{ at: Date; id: string; line: string; isOpen: boolean }>> {
  const { rows } = await sql<{ at: Date; id: string; line: string; amount: bigint; currency: string; state: string }>`
    SELECT created_at AS at, id, concat_ws(' ', 'free bet', definition, 'version', version) AS line, amount, currency,
      CASE WHEN bet IS NOT NULL THEN 'used' WHEN expires_at <= ${now} THEN 'expired' ELSE 'open' END AS state
    FROM sports.free_bets WHERE player_id = ${playerId} ORDER BY at DESC, id LIMIT ${limit}`.execute(db)
  return rows.map(({ at, id, line, amount, currency, state }) => ({
    at,
    id,
    line: `${line} ${formatAmount(amount, currency, 'en')} ${state}`,
    isOpen: state === 'open',
  }))
}
