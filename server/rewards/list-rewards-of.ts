/** The newest rewards, bonuses, free spins and free bets of a player, for operators. */
import type { Kysely } from 'kysely'
import { listHeldOf } from '../bonuses/index.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { formatAmount } from '../reference/index.ts'
import { listFreeBetsHeld } from '../sports/index.ts'

type Listed = { at: Date; id: string; line: string; isOpen: boolean }

export async function listRewardsOf(
  db: Kysely<Tables>,
  { playerId, now, limit }: { playerId: string; now: Date; limit: number },
): Promise<Listed[]> {
  const grants = await db
    .selectFrom('rewards.grants')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return [
    ...grants.map(({ created_at: at, id, source, reward, offer_id, amount, currency, status, reason }) => ({
      at,
      id,
      line: ['reward', source, reward, offer_id, textOfReward(amount, currency), status, reason]
        .filter((each) => each !== null)
        .join(' '),
      isOpen: status === 'due',
    })),
    ...(await listHeldOf(db, playerId, limit)),
    ...(await listFreeBetsHeld(db, { playerId, now, limit })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
}

/** Cash in its currency, or a number of points; an offer has a currency alone. */
function textOfReward(amount: bigint | null, currency: string | null): string | null {
  if (amount === null) return currency
  return currency ? formatAmount(amount, currency, 'en') : String(amount)
}
