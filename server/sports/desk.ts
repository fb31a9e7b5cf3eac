/** Bets on sports at the desk: found by id, and in the timeline of a player. */
import { sql } from 'kysely'
import { z } from 'zod'
import { word } from '../kernel/desk-words.ts'
import { type DeskSearch, mostFound } from '../kernel/desk-search.ts'
import { timelineSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'

export const deskSearch: DeskSearch = {
  scope: 'games:read',
  async find(db, text) {
    const bets = db.selectFrom('sports.bets').select(['id', 'bet_id', 'kind', 'status']).limit(mostFound)
    const [byId, byBetId] = await Promise.all([
      z.uuid().safeParse(text).success ? bets.where('id', '=', text).execute() : [],
      bets.where('bet_id', '=', text).execute(),
    ])
    return [...byId, ...byBetId].map(({ id, bet_id, kind, status }) => ({
      kind: 'bet',
      title: bet_id,
      detail: [word(kind), word(status)],
      path: `/bets/${id}`,
    }))
  },
}

type FreeBet = { definition: string; currency: string; amount: bigint; state: string; bet: string | null }
type Bet = { id: string; kind: string; status: string; currency: string; stake: bigint; payout: bigint }

export const timeline = [
  timelineSource<Bet>({
    name: 'bets',
    kind: 'play',
    scope: 'games:read',
    from: sql`sports.bets`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`placed_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`id, kind, status, currency, stake, payout`,
    show: ({ id, kind, status, currency, stake, payout }) => ({
      what: 'bet',
      detail: [word(kind), `${inUnits(stake, currency).amount} → ${inUnits(payout, currency).amount}`],
      state: status,
      amount: inUnits(payout - stake, currency),
      path: `/bets/${id}`,
    }),
  }),
  timelineSource<FreeBet>({
    name: 'free-bets',
    kind: 'bonuses',
    scope: 'rewards:read',
    from: sql`sports.free_bets`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`definition, currency, amount, bet,
      CASE WHEN bet IS NOT NULL THEN 'staked' WHEN expires_at < now() THEN 'expired' ELSE 'open' END AS state`,
    show: ({ definition, currency, amount, state, bet }) => ({
      what: 'freeBet',
      detail: [definition],
      state,
      amount: inUnits(amount, currency),
      path: bet && `/bets/${bet}`,
    }),
  }),
]
