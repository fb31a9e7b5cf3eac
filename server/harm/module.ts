/** Markers of harm: what is noticed in a player's play, how the player is protected, and what a person decides. */
import * as deskContract from '#contract/desk/harm.ts'
import * as contract from '#contract/harm.ts'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { defineModule } from '../kernel/module.ts'
import { mostConcerns, type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import type { Queue } from '../kernel/queues.ts'
import { actOnMarkers, markersDue } from './act-on-markers.ts'
import { consumers } from './consumers.ts'
import { contestHarmMarker } from './contest-harm-marker.ts'
import * as desk from './desk.ts'
import { listHarmMarkers } from './list-harm-markers.ts'
import { markerKind } from './rules.ts'
import { timeline } from './timeline.ts'
import { standing } from './standing.ts'

export const routes = [
  bind(contract.listHarmMarkers, listHarmMarkers),
  bind(contract.contestHarmMarker, contestHarmMarker),
]

const jobs = (deps: Deps): Job[] => [
  { name: 'harm-markers', everyMs: 1000, due: markersDue, isExclusive: true, run: () => actOnMarkers(deps) },
]

/** Markers to decide, and decided ones that the player contests. */
const queues: Queue[] = [
  {
    name: 'harm',
    query: sql`SELECT count(*)::int AS waiting, min(greatest(raised_at, contested_at)) AS since FROM harm.markers
      WHERE state = 'open' OR state = 'upheld' AND contested_at > decided_at`,
  },
]

export const lifecycle: PlayerLifecycle = {
  sections: {
    harmMarkers: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.markers')
        .select(['id', 'rule', 'indicator', 'measure', 'level', 'day', 'days', 'counted', 'threshold', 'raised_at'])
        .select(['acted_at', 'state', 'contested_at', 'contest', 'decided_at'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
    harmTallies: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.tallies')
        .select(['day', 'measure', 'amount'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
    harmMarks: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.marks')
        .select(['day', 'measure', 'mark'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async concerns({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('harm.markers')
      .select(['indicator', 'level', 'state', 'raised_at'])
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .limit(mostConcerns)
      .execute()
    return rows.map((row) => ({
      kind: 'marker',
      title: `${row.indicator} (${row.level})`,
      state: row.state,
      at: row.raised_at,
    }))
  },
}

export default defineModule({
  name: 'harm',
  tables: ['harm.markers', 'harm.marks', 'harm.tallies'],
  routes,
  deskRoutes: [
    bindDesk(deskContract.markersState, desk.markersState),
    bindDesk(deskContract.listMarkers, desk.listMarkers),
    bindDesk(deskContract.listMarkersOfPlayer, desk.listMarkersOfPlayer),
    bindDesk(deskContract.decideMarker, desk.decideMarker),
    bindDesk(deskContract.recordConcern, desk.recordConcern),
  ],
  jobs,
  consumers,
  lifecycle,
  timeline,
  definitions: [markerKind],
  queues,
  standing,
})
