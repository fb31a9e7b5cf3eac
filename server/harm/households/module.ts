/** One welcome bonus a household: second ones are flagged, and operators decide. */
import { sql } from 'kysely'
import * as contract from '#contract/desk/harm.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import type { Queue } from '../../kernel/queues.ts'
import { consumers } from './consumers.ts'
import { decideHousehold, listHouseholds } from './desk.ts'
import { operatorCommands } from './operator-commands.ts'

/** Flags to decide. */
const queues: Queue[] = [
  {
    name: 'households',
    query: sql`SELECT count(*)::int AS waiting, min(flagged_at) AS since FROM bonuses.household_flags WHERE decision IS NULL`,
  },
]

const lifecycle: PlayerLifecycle = {
  sections: {
    households: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.household_flags')
        .select(['id', 'matches', 'flagged_at', 'decision', 'decided_at', 'comment'])
        .where('player_id', '=', playerId)
        .orderBy('flagged_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export default defineModule({
  name: 'households',
  tables: ['bonuses.household_flags'],
  deskRoutes: [bindDesk(contract.listHouseholds, listHouseholds), bindDesk(contract.decideHousehold, decideHousehold)],
  consumers,
  operatorCommands: { households: operatorCommands },
  lifecycle,
  queues,
})
