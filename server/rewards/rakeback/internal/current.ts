/** The terms that a player reads: the active version, or the last one after its end. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../kernel/db/tables.ts'
import { type Definition, readStarted } from '../../../kernel/definitions/definitions.ts'
import { type RakebackDefinition, rakebackIdentity, rakebackKind } from '../kind.ts'

export async function readCurrentTerms(db: Kysely<Tables>): Promise<Definition<RakebackDefinition> | undefined> {
  return (await readStarted(db, rakebackKind, rakebackIdentity)).at(-1)
}
