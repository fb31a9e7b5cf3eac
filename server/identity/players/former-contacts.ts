/**
 * Contacts that may not be used for a new account: present and former ones of accounts that are excluded, blocked or
 * closed, in any spelling of the mailbox. Former contacts are stored as keyed digests, from which no address can be
 * read.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'
import { deriveKey } from '../../kernel/secret.ts'
import { storedKeys } from '../../kernel/secrets/stored-keys.ts'
import { mailboxOf, normalEmail } from './players.ts'

/** `phone` has digits only, as `readPhone` returns it. */
export type Contacts = { email?: string | null | undefined; phone?: string | null | undefined }

/** Records the contacts in the transaction that changes them. */
export async function recordFormerContacts(tx: Tx, ctx: Deps, playerId: string, contacts: Contacts): Promise<void> {
  const key = deriveKey(ctx.settings.secret, 'former-contacts')
  const rows = (await digestsOf(tx, [key], contacts)).map((contact_digest) => ({
    contact_digest,
    player_id: playerId,
    left_at: ctx.clock.now(),
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('identity.former_contacts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether one of the contacts belongs or belonged to another player who is excluded, blocked or closed now. */
export async function isBarredContact(
  tx: Tx,
  ctx: Deps,
  contacts: Contacts,
  { except = null }: { except?: string | null } = {},
): Promise<boolean> {
  const key = deriveKey(ctx.settings.secret, 'former-contacts')
  const keys = [key, ...(await storedKeys(tx, ctx, 'former-contacts'))]
  const digests = await digestsOf(tx, keys, contacts)
  if (digests.length === 0) return false
  const { rows: holders } = await sql<{ player_id: string }>`
    SELECT player_id FROM identity.former_contacts WHERE contact_digest = ANY (${digests}::bytea[])
    UNION SELECT id FROM identity.players WHERE mailbox = identity.mailbox(${contacts.email ?? null})
    ORDER BY player_id`.execute(tx)
  for (const { player_id: playerId } of holders) {
    if (playerId === except) continue
    for (const { isBarred } of ctx.lifecycles) if (await isBarred?.(tx, ctx.clock.now(), playerId)) return true
  }
  return false
}

/** Digests of the address as typed and of its mailbox: earlier versions stored digests of addresses only. */
async function digestsOf(tx: Tx, keys: string[], { email, phone }: Contacts): Promise<Buffer[]> {
  const texts = [
    ...(email ? [`email:${normalEmail(email)}`, `mailbox:${await mailboxOf(tx, email)}`] : []),
    ...(phone ? [`phone:${phone}`] : []),
  ]
  return keys.flatMap((key) => texts.map((text) => createHmac('sha256', key).update(text).digest()))
}
