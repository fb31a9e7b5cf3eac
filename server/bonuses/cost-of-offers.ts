/** The cost and results of offers, and the bonuses of a player, for operators. */
import { type Kysely, sql } from 'kysely'
import { BonusResult, BonusStatus } from '#contract/bonuses.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { formatAmount } from '../reference/index.ts'

export type OfferCost = {
  offer: string
  version: number
  kind: 'bonus' | 'free spins'
  currency: string
  players: number
  granted: number
  open: number
  completed: number
  cancelled: number
  expired: number
  lost: number
  /** Bonus money that was granted, or the stakes of spins that were played: in subunits. */
  amount: bigint
  /** Bonus money that became cash. */
  converted: bigint
}

/** The cost by offer, version and currency, optionally of one offer. */
export async function costOfOffers(db: Kysely<Tables>, offer: string | null): Promise<OfferCost[]> {
  const { rows } = await sql<OfferCost>`
    WITH held AS (
      SELECT bonus_id, offer_version, 'bonus' AS kind, currency, player_id, status, result,
        CASE WHEN activated_at IS NULL THEN 0 ELSE amount END AS amount,
        coalesce((SELECT entry.amount FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
          WHERE movement.actor = 'bonuses' AND movement.idempotency_key = 'bonus-converted:' || bonus.id), 0) AS converted
      FROM bonuses.player_bonuses AS bonus
      UNION ALL
      SELECT bonus_id, offer_version, 'free spins', currency, player_id, status, result, used * spin_amount, 0 FROM bonuses.player_freespins
    )
    SELECT bonus_id AS offer, offer_version AS version, kind, currency, count(DISTINCT player_id)::int AS players, count(*)::int AS granted,
      (count(*) FILTER (WHERE status < ${sql.lit(BonusStatus.finished)}))::int AS open, (count(*) FILTER (WHERE result = ${sql.lit(BonusResult.played)}))::int AS completed,
      (count(*) FILTER (WHERE result = ${sql.lit(BonusResult.cancelled)}))::int AS cancelled, (count(*) FILTER (WHERE result = ${sql.lit(BonusResult.expired)}))::int AS expired,
      (count(*) FILTER (WHERE result = ${sql.lit(BonusResult.lost)}))::int AS lost, sum(amount)::bigint AS amount, sum(converted)::bigint AS converted
    FROM held WHERE ${offer}::text IS NULL OR bonus_id = ${offer}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(db)
  return rows
}

/** One line for each bonus and each set of free spins, the newest first. */
export async function listHeldOf(
  db: Kysely<Tables>,
  playerId: string,
  limit: number,
): Promise<Array<{ at: Date; id: string; line: string; isOpen: boolean }>> {
  const { rows } = await sql<{
    at: Date
    id: string
    line: string
    amount: bigint | null
    currency: string
    status: number
    result: number
  }>`
    SELECT created_at AS at, id, concat_ws(' ', 'bonus', bonus_id, 'version', offer_version) AS line, amount, currency, status, result
    FROM bonuses.player_bonuses WHERE player_id = ${playerId}
    UNION ALL
    SELECT created_at, id, concat_ws(' ', 'free spins', bonus_id, 'version', offer_version, used, 'of', count), NULL, currency, status, result
    FROM bonuses.player_freespins WHERE player_id = ${playerId}
    ORDER BY at DESC, id LIMIT ${limit}`.execute(db)
  return rows.map(({ at, id, line, amount, currency, status, result }) => ({
    at,
    id,
    line: `${line} ${amount === null ? currency : formatAmount(amount, currency, 'en')} ${stateOf(status, result)}`,
    isOpen: status !== BonusStatus.finished,
  }))
}

/** The result if it has ended, otherwise the status. */
function stateOf(status: number, result: number): string {
  const [names, value] = status === BonusStatus.finished ? [BonusResult, result] : [BonusStatus, status]
  return Object.entries(names).find(([, each]) => each === value)![0]
}
