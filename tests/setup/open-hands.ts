/** Rounds of several steps on a real database: started, played and left, as in a player's tabs. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Act } from '#contract/rounds.ts'
import { games } from '#games/games.ts'
import { isStepped } from '#games/maths.ts'
import { isShared } from '#games/shared.ts'
import type { PlayReply, StudioRound } from '#games/studio-api.ts'
import type { PlayerCtx } from '#server/deps.ts'
import type { Casino, CasinoPlayer } from './casino.ts'
import { contextOf } from './contexts.ts'

export const stepped = games
  .filter(isStepped)
  .filter((maths) => !isShared(maths))
  .map((maths) => maths.slug)
const firstChoices = Object.fromEntries(games.filter(isStepped).map((maths) => [maths.slug, maths.firstChoice()]))

export type Seat = { player: CasinoPlayer; token: string; game: string }
export type Move = 'double' | 'split' | 'insure'

export function openHands(fixture: () => Casino) {
  async function seat(game = 'mines', funds: Record<string, bigint> = { EUR: 1_000_00n }): Promise<Seat> {
    const player = await fixture().player(funds)
    return { player, game, token: await fixture().launch(game, { player }) }
  }
  const play = (at: Seat, stake = 1_00) =>
    fixture().studioApi('POST', 'play', at.token, { playId: randomUUID(), stake, choice: firstChoices[at.game] })

  async function begin(at: Seat, stake = 1_00): Promise<StudioRound> {
    const { status, body } = await play(at, stake)
    expect(status).toBe(200)
    // A blackjack ends the round as soon as it is dealt.
    if (body.round.progress.view.game !== 'blackjack') expect(body.round.status).toBe('playing')
    return (body as PlayReply).round
  }
  /** Starts a round of a new player. */
  async function open(
    game: string,
    funds?: Record<string, bigint>,
    stake = 1_00,
  ): Promise<{ at: Seat; round: StudioRound }> {
    for (;;) {
      const at = await seat(game, funds)
      const round = await begin(at, stake)
      if (round.status === 'playing') return { at, round }
    }
  }
  const send = (at: Seat, round: StudioRound, act: Act, more: { actId?: string; after?: number } = {}) =>
    fixture().studioApi('POST', 'act', at.token, {
      roundId: round.id,
      actId: more.actId ?? randomUUID(),
      after: more.after ?? round.progress?.acts ?? 0,
      act,
    })
  const present = async (at: Seat) =>
    (await fixture().studioApi('GET', 'session', at.token)).body.lastRound as StudioRound

  /** Deals blackjack to new players until one can make this move. */
  async function dealt(move: Move, funds: bigint, stake = 1_00): Promise<{ at: Seat; round: StudioRound }> {
    for (;;) {
      const hand = await open('blackjack', { EUR: funds }, stake)
      const view = hand.round.progress?.view
      if (view?.game === 'blackjack' && view.moves.includes(move)) return hand
    }
  }
  async function stateOf(id: string): Promise<{ state: string; payout: bigint }> {
    const { rows } = await fixture().app.db.asOwner('SELECT state, payout FROM studio.rounds WHERE id = $1', [id])
    return { state: rows[0]!.state as string, payout: BigInt(rows[0]!.payout as string) }
  }
  const booked = async (id: string) =>
    (await fixture().app.db.asOwner('SELECT stake::int, won::int, bets, status FROM games.rounds WHERE id = $1', [id]))
      .rows[0]!
  const recover = async () => {
    for (let turns = 0; turns < 5; turns++) await fixture().studio.recover()
  }
  const ctxOf = (player: CasinoPlayer, deps: Partial<PlayerCtx> = {}) =>
    contextOf({ ...fixture().deps, ...deps }, player)
  return { seat, play, begin, open, send, present, dealt, stateOf, booked, recover, ctxOf }
}
