/** The offers available to a player: by their own conditions, and through added codes. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { GameDeps, KernelDeps } from '../deps.ts'
import { arePromotionsBarred, countCredited } from '../protection/index.ts'
import { policyOf } from '../identity/index.ts'
import { brokenRule } from './internal/permitted.ts'
import { isOnceRefused } from './once.ts'
import { type Offer, readOffers } from './offers.ts'

type Needs = KernelDeps & GameDeps
const dayMs = 86_400_000

export async function availableOffers(db: Kysely<Tables>, deps: Needs, playerId: string): Promise<Offer[]> {
  if (await arePromotionsBarred(db, playerId)) return []
  const [offers, policy, isRefused, history, codes] = await Promise.all([
    readOffers(db),
    policyOf(db, deps.settings, playerId),
    isOnceRefused(db, playerId),
    historyOf(db, playerId),
    db
      .selectFrom('bonuses.player_codes')
      .select('bonus_id')
      .where('player_id', '=', playerId)
      .where('used_at', 'is', null)
      .execute(),
  ])
  const opened = new Set(codes.map(({ bonus_id }) => bonus_id))
  return offers.filter(
    (offer) =>
      offer.trigger === 'deposit' &&
      brokenRule(offer, policy, deps) === null &&
      !(offer.isOnce && isRefused) &&
      (offer.code === undefined || opened.has(offer.id)) &&
      isOpenTo(offer, history, deps.clock.now(), history.deposits + 1),
  )
}

/**
 * Whether the deposit just credited still meets the conditions: another may have been credited since it was started.
 * The caller holds the lock under which the player's deposits are credited.
 */
export async function isStillOpen(db: Kysely<Tables>, { clock }: KernelDeps, playerId: string, offer: Offer) {
  if (offer.isOnce && (await isOnceRefused(db, playerId))) return false
  const history = await historyOf(db, playerId)
  return isOpenTo(offer, history, clock.now(), history.deposits)
}

export type OfferState = 'open' | 'later' | 'received' | 'over'
/** The state of each offer for a player; for a guest, as for a new player. */
export async function offerStates(
  db: Kysely<Tables>,
  deps: KernelDeps,
  playerId: string | null,
  offers: Offer[],
): Promise<Map<string, OfferState>> {
  const history =
    playerId === null ? { deposits: 0, received: new Map<string, Received>() } : await historyOf(db, playerId)
  const next = history.deposits + 1
  const stateOf = (offer: Offer): OfferState => {
    if (isOpenTo(offer, history, deps.clock.now(), next)) return 'open'
    if (history.received.has(offer.id)) return 'received'
    return (offer.depositNumber?.from ?? 1) > next ? 'later' : 'over'
  }
  return new Map(offers.map((offer) => [offer.id, stateOf(offer)]))
}

type Received = { count: number; last: Date; isOnce: boolean }
type History = { deposits: number; received: Map<string, Received> }

async function historyOf(db: Kysely<Tables>, playerId: string): Promise<History> {
  const grants = (table: 'bonuses.player_bonuses' | 'bonuses.player_freespins') =>
    db
      .selectFrom(table)
      .select(({ fn }) => [
        'bonus_id',
        fn.countAll<string>().as('count'),
        fn.max('created_at').as('last'),
        fn<boolean>('bool_or', ['is_once']).as('isOnce'),
      ])
      .where('player_id', '=', playerId)
      .groupBy('bonus_id')
      .execute()
  const [bonuses, spins, deposits] = await Promise.all([
    grants('bonuses.player_bonuses'),
    grants('bonuses.player_freespins'),
    countCredited(db, playerId),
  ])
  const received = [...bonuses, ...spins].map(
    ({ bonus_id, count, last, isOnce }) => [bonus_id, { count: Number(count), last, isOnce }] as const,
  )
  return { deposits, received: new Map(received) }
}

/** `number`: that of the deposit which would grant the offer. Received bonuses count even if they were cancelled. */
function isOpenTo(offer: Offer, { received }: History, now: Date, number: number): boolean {
  const { depositNumber, repeat } = offer
  if (depositNumber && (number < depositNumber.from || number > (depositNumber.to ?? Infinity))) return false
  const before = received.get(offer.id)
  if (!before) return true
  if (before.isOnce || !repeat) return false
  const isSpaced = now.getTime() - before.last.getTime() >= repeat.everyDays * dayMs
  return isSpaced && before.count < (repeat.most ?? Infinity)
}
