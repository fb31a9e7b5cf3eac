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
import { word } from '../kernel/desk-words.ts'
import type { Standing } from '../kernel/standing.ts'
import { timelineSource } from '../kernel/timeline.ts'
import { actOnMarkers, markersDue } from './act-on-markers.ts'
import { consumers } from './consumers.ts'
import { contestHarmMarker } from './contest-harm-marker.ts'
import * as desk from './desk.ts'
import { listHarmMarkers } from './list-harm-markers.ts'
import { markerKind } from './rules.ts'

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
      detail: [word(row.indicator), word(row.level)],
      state: row.state,
      path: `/players/${playerId}/acts`,
      at: row.raised_at,
    }))
  },
}

const mostShown = 5

/** Of a player's standing: markers of harm that are open or contested, and those that were upheld. */
const standing: Standing = {
  scope: 'protection:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('harm.markers')
      .select(['indicator', 'level', 'state', 'raised_at', 'contested_at', 'decided_at'])
      .where('player_id', '=', playerId)
      .where('state', '<>', 'dismissed')
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ indicator, level, state, raised_at, contested_at, decided_at }) => {
      const isContested = contested_at !== null && (decided_at === null || contested_at > decided_at)
      const isOpen = state === 'open' || isContested
      return {
        level: isOpen && level === 'strong' ? 'urgent' : isOpen ? 'waiting' : 'fact',
        what: isContested ? 'markerContested' : isOpen ? 'marker' : 'markerUpheld',
        detail: [word(indicator), word(level)],
        since: raised_at,
        path: `/players/${playerId}/acts`,
      }
    })
  },
}

/** Markers of harm in the timeline of a player. */
const timeline = [
  timelineSource<{ indicator: string; level: string; state: string }>({
    name: 'markers',
    kind: 'protection',
    scope: 'protection:read',
    from: sql`harm.markers`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`raised_at`,
    id: sql`id`,
    idType: 'bigint',
    select: sql`indicator, level, state`,
    show: ({ indicator, level, state }) => ({ what: 'marker', detail: [word(indicator), word(level)], state }),
  }),
]

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
