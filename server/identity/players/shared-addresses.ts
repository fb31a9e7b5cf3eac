/** Pairs of players with one postal address, spelled alike, or one mailbox, in any spelling. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

export type Pair = { playerId: string; otherId: string }

/** Every pair in which one of the given players is `playerId`. */
export async function findSharedAddresses(db: Kysely<Tables>, playerIds: string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    SELECT one.id AS "playerId", other.id AS "otherId" FROM identity.players AS one
    JOIN identity.players AS other ON lower(other.details ->> 'address') = lower(one.details ->> 'address')
      AND lower(other.details ->> 'postalCode') = lower(one.details ->> 'postalCode')
      AND other.details ->> 'address' <> '' AND other.details ->> 'postalCode' <> ''
      AND other.country = one.country AND other.id <> one.id
    WHERE one.id = ANY (${playerIds}::uuid[])`.execute(db)
  return rows
}

/** Every pair in which one of the given players is `playerId`. */
export async function findSharedMailboxes(db: Kysely<Tables>, playerIds: string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    SELECT one.id AS "playerId", other.id AS "otherId" FROM identity.players AS one
    JOIN identity.players AS other ON other.mailbox = one.mailbox AND other.id <> one.id
    WHERE one.id = ANY (${playerIds}::uuid[])`.execute(db)
  return rows
}

/** The player's own account and others with its mailbox, in the order of their ids. */
export async function accountsOfMailbox(db: Kysely<Tables>, playerId: string): Promise<string[]> {
  const others = await findSharedMailboxes(db, [playerId])
  return [playerId, ...others.map(({ otherId }) => otherId)].toSorted()
}
