/** The catalogue of games and the calls of studios. */
import * as collections from '#contract/desk/collections.ts'
import * as contract from '#contract/desk/games.ts'
import * as roundContract from '#contract/desk/rounds.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { routes } from './routes.ts'
import {
  findCollectionGames,
  listDeskCollections,
  orderDeskCollections,
  previewCollection,
  putCollection,
  removeDeskCollection,
  restoreCollections,
} from './collections-desk.ts'
import { consumers } from './consumers.ts'
import { invariants } from './invariants.ts'
import { listRoundsByAge } from './list-rounds-by-age.ts'
import { readRoundCase } from './read-round-case.ts'
import { deskSearch, timeline } from './desk.ts'
import { endFreeRounds } from './free-rounds.ts'
import { pruneWinners } from './prune-winners.ts'

const jobs = (deps: Deps): Job[] => [
  { name: 'old-winners', everyMs: 3_600_000, isExclusive: true, run: () => pruneWinners(deps.db) },
  ...(deps.partners.gameStudios.some(({ outside }) => outside)
    ? [{ name: 'studio-free-rounds', everyMs: 10_000, isExclusive: true, run: () => endFreeRounds(deps) }]
    : []),
]

export const lifecycle: PlayerLifecycle = {
  sections: {
    rounds: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.rounds')
        .select(['id', 'studio', 'game_id', 'currency', 'stake', 'won', 'status', 'bets', 'created_at', 'updated_at'])
        .where('player_id', '=', playerId)
        .orderBy('last_movement_id', 'desc')
        .limit(recordLimit)
        .execute(),
    realityChecks: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.reality_checks')
        .select(['interval_minutes', 'began_at', 'played_at', 'due_at'])
        .where('player_id', '=', playerId)
        .execute(),
    studioFreeRounds: ({ db }, playerId) =>
      db.kysely
        .selectFrom('studios.free_rounds')
        .select(['id', 'studio', 'state', 'used', 'won', 'created_at', 'changed_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    favorites: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.favorites')
        .select(['game_id', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .execute(),
  },
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('games.rounds')
      .select('id')
      .where('player_id', '=', playerId)
      .where('status', '=', 'open')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}

export default defineModule({
  name: 'games',
  tables: [
    'games.favorites',
    'games.launches',
    'games.live_bets',
    'games.play_sessions',
    'games.reality_checks',
    'games.rounds',
    'games.settled_rounds',
    'games.winners',
    'studios.free_rounds',
  ],
  routes,
  deskRoutes: [
    bindDesk(contract.listOpenRounds, listRoundsByAge),
    bindDesk(roundContract.readRoundCase, readRoundCase),
    bindDesk(collections.listDeskCollections, listDeskCollections),
    bindDesk(collections.previewCollection, previewCollection),
    bindDesk(collections.findCollectionGames, findCollectionGames),
    bindDesk(collections.putCollection, putCollection),
    bindDesk(collections.orderDeskCollections, orderDeskCollections),
    bindDesk(collections.removeDeskCollection, removeDeskCollection),
    bindDesk(collections.restoreCollections, restoreCollections),
  ],
  jobs,
  consumers,
  invariants,
  lifecycle,
  deskSearch,
  timeline,
})
