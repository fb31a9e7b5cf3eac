/** Which offers a player may have now: open ones and those of added codes, each as often as it says. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type Offer, offersOf } from './internal/offers.ts'

export async function availableOffers(
  db: Kysely<Tables>,
  { settings }: Pick<Ctx, 'settings'>,
  playerId: string,
): Promise<Offer[]> {
  const [bonuses, spins, codes] = await Promise.all([
    db
      .selectFrom('bonuses.player_bonuses')
      .select('bonus_id')
      .where('player_id', '=', playerId)
      .where('is_once', '=', true)
      .execute(),
    db
      .selectFrom('bonuses.player_freespins')
      .select('bonus_id')
      .where('player_id', '=', playerId)
      .where('is_once', '=', true)
      .execute(),
    db
      .selectFrom('bonuses.player_codes')
      .select('bonus_id')
      .where('player_id', '=', playerId)
      .where('used_at', 'is', null)
      .execute(),
  ])
  const had = new Set([...bonuses, ...spins].map(({ bonus_id }) => bonus_id))
  const opened = new Set(codes.map(({ bonus_id }) => bonus_id))
  return offersOf(settings).filter((offer) => !had.has(offer.id) && (offer.code === undefined || opened.has(offer.id)))
}
