/** Player rows: finding, adding and changing them. */
import { canonicalEmail } from '#contract/fields/text.ts'
import type { Insertable, Kysely, Selectable, UpdateObject } from 'kysely'
import { sql } from 'kysely'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type Player = Selectable<Tables['identity.players']>

/** Profile fields without a column of their own. */
export const readDetails = jsonColumn('identity.players.details', TextsByName)

/** Email addresses are compared without regard to case. */
export function normalEmail(text: string): string {
  return canonicalEmail(text).toLowerCase()
}

/** The canonical form that all spellings of one mailbox share. It is for comparison only: mail goes to the address. */
export async function mailboxOf(db: Kysely<Tables>, email: string): Promise<string> {
  const { rows } = await sql<{ mailbox: string }>`SELECT identity.mailbox(${email}) AS mailbox`.execute(db)
  return rows[0]!.mailbox
}

export async function findPlayerByEmail(db: Kysely<Tables>, email: string): Promise<Player | undefined> {
  return db
    .selectFrom('identity.players')
    .selectAll()
    .where(sql`lower(email)`, '=', normalEmail(email))
    .executeTakeFirst()
}

/** `phone` has digits only, as `readPhone` returns it. */
export async function findPlayerByPhone(db: Kysely<Tables>, phone: string): Promise<Player | undefined> {
  return db.selectFrom('identity.players').selectAll().where('phone', '=', phone).executeTakeFirst()
}

/** By the first segment of the id, which the page shows; two players may share one. */
export async function findPlayersByShortId(db: Kysely<Tables>, shortId: string): Promise<Player[]> {
  return db
    .selectFrom('identity.players')
    .selectAll()
    .where('id', '>=', `${shortId}-0000-0000-0000-000000000000`)
    .where('id', '<=', `${shortId}-ffff-ffff-ffff-ffffffffffff`)
    .orderBy('id')
    .limit(10)
    .execute()
}

export async function findPlayer(db: Kysely<Tables>, playerId: string): Promise<Player | undefined> {
  return db.selectFrom('identity.players').selectAll().where('id', '=', playerId).executeTakeFirst()
}

export async function readPlayer(db: Kysely<Tables>, playerId: string): Promise<Player> {
  return db.selectFrom('identity.players').selectAll().where('id', '=', playerId).executeTakeFirstOrThrow()
}

/** When the owner of the address took over an account that another person had registered; null for other accounts. */
export async function ownedSince(db: Kysely<Tables>, playerId: string): Promise<Date | null> {
  return (await readPlayer(db, playerId)).owned_since
}

/** Players in the order of their ids; unknown ones are omitted. */
export async function readPlayers(db: Kysely<Tables>, playerIds: string[]): Promise<Player[]> {
  if (playerIds.length === 0) return []
  return db.selectFrom('identity.players').selectAll().where('id', 'in', playerIds).orderBy('id').execute()
}

/** As `readPlayer`, with the row locked until this transaction ends. */
export async function lockPlayer(tx: Tx, playerId: string): Promise<Player> {
  return tx
    .selectFrom('identity.players')
    .selectAll()
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * The status and the password hash, with the row locked until this transaction ends: a change of the password or a
 * closure comes entirely before or after the caller's decision.
 */
export async function lockAccess(tx: Tx, playerId: string): Promise<Pick<Player, 'status' | 'password_hash'>> {
  return tx
    .selectFrom('identity.players')
    .select(['status', 'password_hash'])
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** True for the first call after the registration only. */
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

/** Returns false if the address or the phone is taken; then nothing is written. */
export async function insertPlayer(tx: Tx, player: Insertable<Tables['identity.players']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('identity.players')
    .values(player)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Locks the player's consents to marketing; undefined for an unknown player. */
export async function lockConsents(
  tx: Tx,
  playerId: string,
): Promise<Pick<Player, 'receives_email_promo' | 'receives_sms_promo'> | undefined> {
  return tx
    .selectFrom('identity.players')
    .select(['receives_email_promo', 'receives_sms_promo'])
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Undoes an insertion of the same transaction. */
export async function deletePlayer(tx: Tx, playerId: string): Promise<void> {
  await tx.deleteFrom('identity.players').where('id', '=', playerId).execute()
}

/** The columns that other modules may change, each under its own rules. */
export type PlayerChange = Omit<UpdateObject<Tables, 'identity.players'>, 'id' | 'status' | 'closed_at' | 'created_at'>

export async function updatePlayer(tx: Tx, playerId: string, change: PlayerChange): Promise<Player> {
  return tx
    .updateTable('identity.players')
    .set(change)
    .where('id', '=', playerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function closePlayer(tx: Tx, playerId: string, at: Date): Promise<Player> {
  return tx
    .updateTable('identity.players')
    .set({ status: PlayerStatus.closed, closed_at: at, updated_at: at })
    .where('id', '=', playerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeStatus(
  tx: Tx,
  playerId: string,
  status: Exclude<keyof typeof PlayerStatus, 'closed'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('identity.players')
    .set({ status: PlayerStatus[status], updated_at: at })
    .where('id', '=', playerId)
    .execute()
}

/** Returns false if the player's address has changed, or the account is closed. */
export async function confirmAddress(tx: Tx, playerId: string, address: string | null, at: Date): Promise<boolean> {
  const player = await tx
    .updateTable('identity.players')
    .set({ email_confirmed_at: at, updated_at: at })
    .where('id', '=', playerId)
    .where('email', '=', address)
    .where('status', '<>', PlayerStatus.closed)
    .returning('id')
    .executeTakeFirst()
  return player !== undefined
}

/** SQL for the status of the player with the id of this SQL expression, for queries that must be one round trip. */
export const statusOf = (playerId: string): string => `(SELECT status FROM identity.players WHERE id = ${playerId})`
