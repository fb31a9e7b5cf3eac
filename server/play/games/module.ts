/** The catalogue of games and the calls of studios. */
import * as collections from '#contract/desk/collections.ts'
import * as contract from '#contract/desk/games.ts'
import * as roundContract from '#contract/desk/rounds.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
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
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { listRoundsByAge } from './list-rounds-by-age.ts'
import { readRoundCase } from './read-round-case.ts'
import { deskSearch, timeline } from './desk.ts'

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
