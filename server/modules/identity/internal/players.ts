/** Player rows: finding one by what it signs in with, and showing it to its owner. */
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Profile } from '#contract/identity.ts'
import type { Tables } from '../../../db/tables.ts'

export type Player = Selectable<Tables['identity.players']>

/** E-mail addresses differ by their letters alone, never by case. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

export async function findPlayerByEmail(db: Kysely<Tables>, email: string): Promise<Player | undefined> {
  return db.selectFrom('identity.players').selectAll().where(sql`lower(email)`, '=', normalEmail(email)).executeTakeFirst()
}

export async function readPlayer(db: Kysely<Tables>, playerId: string): Promise<Player> {
  return db.selectFrom('identity.players').selectAll().where('id', '=', playerId).executeTakeFirstOrThrow()
}

export function profileOf(player: Player): Profile {
  return {
    id: player.id,
    email: player.email,
    nickname: player.nickname,
    firstName: player.first_name,
    lastName: player.last_name,
    phone: player.phone,
    country: player.country,
    locale: player.locale,
    status: player.status,
    freshchatRestoreId: player.freshchat_restore_id,
    pwaInstalled: player.pwa_installed,
    isNewlyRegistered: player.is_newly_registered,
  }
}
