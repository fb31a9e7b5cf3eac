/** Of a player's standing: bonuses and free spins that have not ended. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Standing } from '../kernel/standing.ts'
import { inUnits } from '../reference/index.ts'
import { readWagerPlaced } from '../wallet/index.ts'

const mostShown = 10

export const standing: Standing = {
  scope: 'rewards:read',
  async read({ db }, playerId) {
    const [bonuses, spins] = await Promise.all([
      db.kysely
        .selectFrom('bonuses.player_bonuses')
        .select([
          'id',
          'player_id',
          'bonus_id',
          'status',
          'currency',
          'amount',
          'wager_total',
          'created_at',
          'expires_at',
        ])
        .where('player_id', '=', playerId)
        .where('status', '<>', BonusStatus.finished)
        .orderBy('created_at', 'desc')
        .limit(mostShown)
        .execute(),
      db.kysely
        .selectFrom('bonuses.player_freespins')
        .select(['bonus_id', 'game_id', 'count', 'used', 'created_at', 'expires_at'])
        .where('player_id', '=', playerId)
        .where('status', '<>', BonusStatus.finished)
        .orderBy('created_at', 'desc')
        .limit(mostShown)
        .execute(),
    ])
    return [
      ...(await Promise.all(
        bonuses.map(async ({ bonus_id, status, currency, amount, wager_total, created_at, expires_at, ...owner }) => {
          const isActive = status === BonusStatus.active
          const placed = isActive ? await readWagerPlaced(db.kysely, { currency, ...owner }) : 0n
          return {
            level: 'fact' as const,
            what: isActive ? 'bonusActive' : 'bonusIssued',
            detail: [bonus_id, `${inUnits(placed, currency).amount}/${inUnits(wager_total, currency).amount}`],
            amount: inUnits(amount, currency),
            since: created_at,
            until: expires_at,
          }
        }),
      )),
      ...spins.map(({ bonus_id, game_id, count, used, created_at, expires_at }) => ({
        level: 'fact' as const,
        what: 'freeSpins',
        detail: [bonus_id, game_id, `${used}/${count}`],
        since: created_at,
        until: expires_at,
      })),
    ]
  },
}
