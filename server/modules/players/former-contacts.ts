/**
 * Former email addresses and phones of accounts, as keyed digests, so that an excluded player cannot register again
 * with one. No address can be read from them.
 */
import { createHmac } from 'node:crypto'
import type { Ctx, Tx } from '../../deps.ts'
import { deriveKey } from '../../secret.ts'
import { storedKeys } from '../secrets/stored-keys.ts'
import { normalEmail } from './players.ts'

type Needs = Pick<Ctx, 'settings' | 'clock' | 'records'>
/** `phone` in digits, as `readPhone` returns them. */
export type Contacts = { email?: string | null | undefined; phone?: string | null | undefined }

/** Written in the transaction that changes the contact. */
export async function recordFormerContacts(tx: Tx, ctx: Needs, playerId: string, contacts: Contacts): Promise<void> {
  const key = deriveKey(ctx.settings.secret, 'former-contacts')
  const rows = digestsOf([key], contacts).map((contact_digest) => ({
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

/** Whether one of them belonged to another player who may not return now: excluded, blocked or closed. */
export async function isBarredContact(
  tx: Tx,
  ctx: Needs,
  contacts: Contacts,
  { except = null }: { except?: string | null } = {},
): Promise<boolean> {
  const key = deriveKey(ctx.settings.secret, 'former-contacts')
  const digests = digestsOf([key, ...(await storedKeys(tx, ctx, 'former-contacts'))], contacts)
  if (digests.length === 0) return false
  const holders = await tx
    .selectFrom('identity.former_contacts')
    .select('player_id')
    .distinct()
    .where('contact_digest', 'in', digests)
    .orderBy('player_id')
    .execute()
  for (const { player_id: playerId } of holders) {
    if (playerId === except) continue
    for (const { isBarred } of ctx.records) if (await isBarred?.(tx, ctx.clock.now(), playerId)) return true
  }
  return false
}

function digestsOf(keys: string[], { email, phone }: Contacts): Buffer[] {
  const texts = [...(email ? [`email:${normalEmail(email)}`] : []), ...(phone ? [`phone:${phone}`] : [])]
  return keys.flatMap((key) => texts.map((text) => createHmac('sha256', key).update(text).digest()))
}
