/** Changes an account's email address at once. The new address is unconfirmed, and the old one gets a notice. */
import type { Ctx, Tx } from '../../deps.ts'
import { leaveAddress, send } from '../../messaging/index.ts'
import { audit } from '../../kernel/audit.ts'
import {
  findPlayerByEmail,
  isBarredContact,
  type Player,
  recordFormerContacts,
  sendEmailConfirmation,
  updatePlayer,
} from '../../identity/index.ts'

/** Who changes it, as the mail to the old address tells; an operator's device is not told. */
type By = { sessionId?: string; device: string; country: string; reason?: string }

/** False if another account uses it. `before` is the player's locked row. */
export async function changeEmail(
  tx: Tx,
  ctx: Ctx,
  before: Player,
  { email, by }: { email: string; by: By },
): Promise<boolean> {
  const now = ctx.clock.now()
  const holder = await findPlayerByEmail(tx, email)
  const isTaken = holder !== undefined && holder.id !== before.id
  if (isTaken || (await isBarredContact(tx, ctx, { email }, { except: before.id }))) return false
  await updatePlayer(tx, before.id, {
    email,
    email_confirmed_at: null,
    had_confirmed_email: before.had_confirmed_email || before.email_confirmed_at !== null,
    updated_at: now,
  })
  await recordFormerContacts(tx, ctx, before.id, { email: before.email })
  // Links in the old mailbox become invalid.
  await tx
    .updateTable('identity.link_codes')
    .set({ used_at: now })
    .where('player_id', '=', before.id)
    .where('used_at', 'is', null)
    .execute()
  await leaveAddress(tx, ctx, { playerId: before.id, medium: 'mail', to: email })
  await sendEmailConfirmation(tx, ctx, { id: before.id, email, locale: before.locale })
  const { sessionId, device, country, reason } = by
  await audit(tx, ctx, {
    action: 'email-changed',
    playerId: before.id,
    ...(sessionId && { sessionId }),
    // Nobody but an operator needs a reason. Former addresses of players are stored as digests only.
    ...(reason && { before: before.email, after: email, reason }),
  })
  if (!before.email) return true
  const values = {
    newEmail: masked(email),
    at: now.toISOString(),
    device,
    country,
  }
  await send(tx, ctx, {
    medium: 'mail',
    to: before.email,
    locale: before.locale,
    template: 'email-changed',
    values,
    playerId: before.id,
  })
  return true
}

/** Masks the address as `d•••@example.com`, so that only its owner recognises it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}•••${email.slice(at)}`
}
