/** Player rows: finding one by what it signs in with, and showing it to its owner. */
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Profile } from '#contract/identity.ts'
import type { Tx } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { deviceOf } from './device.ts'

export type Player = Selectable<Tables['identity.players']>

/** E-mail addresses differ by their letters alone, never by case. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

export async function findPlayerByEmail(db: Kysely<Tables>, email: string): Promise<Player | undefined> {
  return db
    .selectFrom('identity.players')
    .selectAll()
    .where(sql`lower(email)`, '=', normalEmail(email))
    .executeTakeFirst()
}

/** `phone` in digits, as `readPhone` gives them. */
export async function findPlayerByPhone(db: Kysely<Tables>, phone: string): Promise<Player | undefined> {
  return db.selectFrom('identity.players').selectAll().where('phone', '=', phone).executeTakeFirst()
}

export async function readPlayer(db: Kysely<Tables>, playerId: string): Promise<Player> {
  return db.selectFrom('identity.players').selectAll().where('id', '=', playerId).executeTakeFirstOrThrow()
}

/** As `readPlayer`; whoever else locks the row waits until this transaction has ended. */
export async function lockPlayer(tx: Tx, playerId: string): Promise<Player> {
  return tx.selectFrom('identity.players').selectAll().where('id', '=', playerId).forUpdate().executeTakeFirstOrThrow()
}

/** True for the first caller after the registration, and for nobody afterwards. */
export async function takeNewlyRegistered(db: Kysely<Tables>, playerId: string): Promise<boolean> {
  const row = await db
    .updateTable('identity.players')
    .set({ is_newly_registered: false })
    .where('id', '=', playerId)
    .where('is_newly_registered', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What other modules change of a player; each under rules of its own. */
export type PlayerChange = Partial<
  Pick<Player, 'email_confirmed_at' | 'first_name' | 'last_name' | 'phone' | 'phone_confirmed_at' | 'updated_at'>
>

export async function updatePlayer(tx: Tx, playerId: string, change: PlayerChange): Promise<void> {
  await tx.updateTable('identity.players').set(change).where('id', '=', playerId).execute()
}

/** How operators recognise players: by email, phone or id. */
export async function labelsOf(db: Kysely<Tables>, playerIds: string[]): Promise<Map<string, string>> {
  if (playerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('identity.players')
    .select(['id', sql<string>`coalesce(email, '+' || phone, id::text)`.as('label')])
    .where('id', 'in', [...new Set(playerIds)])
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** The player as the player sees it, with the sign-in before the session that asks. */
export async function profileOf(db: Kysely<Tables>, player: Player, sessionId: string): Promise<Profile> {
  const previous = await db
    .selectFrom('identity.sessions')
    .select(['created_at', 'user_agent', 'country', 'ip'])
    .where('player_id', '=', player.id)
    .where('created_at', '<', (eb) =>
      eb.selectFrom('identity.sessions').select('created_at').where('id', '=', sessionId),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...standing(player),
    previousSignIn: previous
      ? {
          at: previous.created_at.toISOString(),
          device: deviceOf(previous.user_agent),
          country: previous.country,
          ip: previous.ip,
        }
      : null,
  }
}

function standing(player: Player): Omit<Profile, 'previousSignIn'> {
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
    isEmailConfirmed: player.email_confirmed_at !== null,
    isPhoneConfirmed: player.phone_confirmed_at !== null,
    hasPassword: player.password_hash !== null,
    receiveEmailPromo: player.receives_email_promo,
    receiveSmsPromo: player.receives_sms_promo,
    details: player.details as Record<string, string>,
  }
}
