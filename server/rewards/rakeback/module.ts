/** Rakeback: part of what the operator keeps of each stake on average, which the player can claim at any time. */
import * as contract from '#contract/rakeback.ts'
import { bind } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { claimRakeback } from './claim-rakeback.ts'
import { consumers } from './consumers.ts'
import { invariants } from './invariants.ts'
import { rakebackKind } from './kind.ts'
import { readRakeback } from './read-rakeback.ts'

const routes = [bind(contract.readRakeback, readRakeback), bind(contract.claimRakeback, claimRakeback)]

const lifecycle: PlayerLifecycle = {
  sections: {
    rakeback: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.rakebacks')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('currency')
        .limit(recordLimit)
        .execute(),
  },
}

export default defineModule({
  name: 'rakeback',
  tables: ['rewards.rakebacks'],
  routes,
  consumers,
  invariants,
  definitions: [rakebackKind],
  lifecycle,
})
