/** Consumers of play. */
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { maskName, readPublicNames } from '../../identity/index.ts'
import { addLiveBets, pushLiveBets } from './internal/live-bets.ts'
import { settledRounds } from './settled-rounds.ts'

/** The feed of winners: rounds settled above their stake, with masked names, and the players who have agreed to be named. */
const winners = consumer<object>('winners', {
  follows: [movements],
  async apply(tx, { movements: range }) {
    if (!range) return
    const rounds = await settledRounds(tx, range)
      .select(['round_id', 'studio', 'game_id', 'player_id', 'currency', 'stake', 'won', 'settled_at'])
      .whereRef('won', '>', 'stake')
      .execute()
    if (rounds.length === 0) return
    const names = await readPublicNames(
      tx,
      rounds.map(({ player_id }) => player_id),
    )
    await tx
      .insertInto('games.winners')
      .values(
        rounds.map(({ player_id, settled_at, ...round }) => ({
          round_id: round.round_id,
          studio: round.studio,
          game_id: round.game_id,
          currency: round.currency,
          stake: round.stake,
          won: round.won,
          nickname: maskName(names.get(player_id)?.nickname ?? null),
          player_id: names.get(player_id)?.isNickname ? player_id : null,
          at: settled_at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  reset: async (tx) => void (await tx.deleteFrom('games.winners').execute()),
})

/** The live feed: the latest settled rounds of all players. */
const liveBets = consumer('live-bets', {
  follows: [movements],
  async apply(tx, { movements: range }, deps) {
    const latest = range && (await addLiveBets(tx, range))
    if (latest !== null) await pushLiveBets(tx, deps, latest)
  },
  reset: async (tx) => void (await tx.deleteFrom('games.live_bets').execute()),
})

export const consumers = [winners, liveBets]
