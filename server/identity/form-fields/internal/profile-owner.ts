import type { Kysely } from 'kysely'
import type { Tables } from '../../../kernel/db/tables.ts'
import { readPlayer } from '../../players/players.ts'
import type { ProfileOwner } from '../form-fields.ts'

/** The player data that the profile form depends on. */
export async function ownerOf(db: Kysely<Tables>, playerId: string): Promise<ProfileOwner> {
  const { country, identity_verified_at } = await readPlayer(db, playerId)
  return { country, isVerified: identity_verified_at !== null }
}
