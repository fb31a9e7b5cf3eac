/** Markers of harm for operators. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { type QueueFigures, readFigures } from '../kernel/queues.ts'
import type { MarkerRow } from './act-on-markers.ts'

type Needs = { kysely: Kysely<Tables> }
export type ListedMarker = MarkerRow & { day_text: string }
/** Of the last row of the page before: whether it is uncontested, whether it is a notice, when it was raised, its id. */
type After = readonly [isUncontested: boolean, isNotice: boolean, raisedAt: string, id: string]

const markersIn = (kysely: Needs['kysely']) =>
  kysely
    .selectFrom('harm.markers')
    .selectAll()
    .select(sql<string>`day::text`.as('day_text'))

const isWaiting = sql<boolean>`(state = 'open' OR state = 'upheld' AND contested_at > decided_at)`

/** In the order of the list. A decision that the player contests waits from then on. */
export const markerFigures = (kysely: Needs['kysely']): Promise<QueueFigures> =>
  readFigures(kysely, {
    waiting: sql`SELECT id::text, greatest(raised_at, contested_at) AS since, contested_at IS NULL AS is_uncontested,
      level = 'notice' AS is_notice, raised_at, id AS number FROM harm.markers WHERE ${isWaiting}`,
    order: sql`is_uncontested, is_notice, raised_at, number`,
    decided: sql`SELECT CASE WHEN contested_at < decided_at THEN contested_at ELSE raised_at END AS since, decided_at FROM harm.markers
      WHERE decided_at IS NOT NULL ORDER BY decided_at DESC LIMIT 50`,
  })

/** Those that wait for a decision: contested ones first, then strong ones, the oldest first. */
export async function listWaitingMarkers(
  { kysely }: Needs,
  { after, limit }: { after?: After | null; limit: number },
): Promise<ListedMarker[]> {
  return markersIn(kysely)
    .where(isWaiting)
    .$if(Boolean(after), (query) =>
      query.where(
        sql<boolean>`(contested_at IS NULL, level = 'notice', raised_at, id) > (${after![0]}::boolean, ${after![1]}::boolean, ${after![2]}::timestamptz, ${after![3]}::bigint)`,
      ),
    )
    .orderBy((eb) => eb('contested_at', 'is', null))
    .orderBy((eb) => eb('level', '=', 'notice'))
    .orderBy('raised_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Newest first. */
export async function listMarkersOf({ kysely }: Needs, playerId: string): Promise<ListedMarker[]> {
  return markersIn(kysely).where('player_id', '=', playerId).orderBy('id', 'desc').limit(200).execute()
}

export async function findMarker({ kysely }: Needs, id: bigint): Promise<ListedMarker | undefined> {
  return markersIn(kysely).where('id', '=', id).executeTakeFirst()
}
