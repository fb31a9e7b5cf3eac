import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ProfileOwner } from '../form-fields.ts'

/** What a profile's form depends on. */
export async function ownerOf(db: Kysely<Tables>, playerId: string): Promise<ProfileOwner> {
  const row = await db
    .selectFrom('identity.players')
    .select(['country', 'identity_verified_at'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  return { country: row.country, isVerified: row.identity_verified_at !== null }
}
