/** Pairs of players who have signed in with the same device. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Pair } from '../players/shared-addresses.ts'
import { mostPlayersOfOneMark } from './is-familiar.ts'

/**
 * Every pair in which one of the given players is `playerId`. Fingerprints of many players are ignored: they identify a
 * phone model.
 */
export async function findSharedDevices(db: Kysely<Tables>, playerIds: string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    WITH marks AS (
      SELECT DISTINCT player_id, fingerprint FROM identity.sessions WHERE player_id = ANY (${playerIds}::uuid[]) AND fingerprint IS NOT NULL),
    holders AS (
      SELECT DISTINCT session.fingerprint, session.player_id FROM identity.sessions AS session
      WHERE session.fingerprint IN (SELECT fingerprint FROM marks)),
    rare AS (SELECT fingerprint FROM holders GROUP BY 1 HAVING count(*) <= ${mostPlayersOfOneMark})
    SELECT DISTINCT marks.player_id AS "playerId", holders.player_id AS "otherId"
    FROM marks JOIN rare USING (fingerprint) JOIN holders USING (fingerprint) WHERE holders.player_id <> marks.player_id`.execute(
    db,
  )
  return rows
}
