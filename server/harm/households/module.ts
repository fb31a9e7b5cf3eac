/** One welcome bonus a household: second ones are flagged, and operators decide. */
import { sql } from 'kysely'
import * as contract from '#contract/desk/harm.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { mostConcerns, type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import type { Queue } from '../../kernel/queues.ts'
import { say, word } from '../../kernel/desk-words.ts'
import type { Standing } from '../../kernel/standing.ts'
import { consumers } from './consumers.ts'
import { decideHousehold, householdsState, listHouseholds } from './desk.ts'

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
  /** In both directions: the other one may have received the first offer. */
  async concerns({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('bonuses.household_flags')
      .select(['player_id', 'other_player_id', 'matches', 'decision', 'flagged_at'])
      .where((eb) => eb.or([eb('player_id', '=', playerId), eb('other_player_id', '=', playerId)]))
      .orderBy('flagged_at', 'desc')
      .limit(mostConcerns)
      .execute()
    return rows.map((row) => {
      const other = row.player_id === playerId ? row.other_player_id : row.player_id
      return {
        kind: 'household',
        detail: [other.slice(0, 8), ...row.matches.map((match) => say(`harm.match.${match}`))],
        state: row.decision ?? 'open',
        path: row.decision === null ? '/households' : `/players/${other}`,
        at: row.flagged_at,
      }
    })
  },
}

const mostShown = 5

/** Of a player's standing: others of the same household, where the second welcome bonus was flagged. */
const standing: Standing = {
  scope: 'protection:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('bonuses.household_flags')
      .select(['player_id', 'other_player_id', 'matches', 'decision', 'flagged_at'])
      .where((eb) => eb.or([eb('player_id', '=', playerId), eb('other_player_id', '=', playerId)]))
      .orderBy('flagged_at', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ player_id, other_player_id, matches, decision, flagged_at }) => {
      const other = player_id === playerId ? other_player_id : player_id
      return {
        level: decision === null ? 'waiting' : 'fact',
        what: 'household',
        detail: [
          other.slice(0, 8),
          ...matches.map((match) => say(`harm.match.${match}`)),
          ...(decision === null ? [] : [word(decision)]),
        ],
        since: flagged_at,
        path: decision === null ? '/households' : `/players/${other}`,
      }
    })
  },
}

export default defineModule({
  name: 'households',
  tables: ['bonuses.household_flags'],
  deskRoutes: [
    bindDesk(contract.householdsState, householdsState),
    bindDesk(contract.listHouseholds, listHouseholds),
    bindDesk(contract.decideHousehold, decideHousehold),
  ],
  consumers,
  lifecycle,
  queues,
  standing,
})
