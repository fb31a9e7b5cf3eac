/** Changes an account's phone number at once. The former phone gets a notice: someone else may have made the change. */
import type { Deps, Tx } from '../../deps.ts'
import { leaveAddress, send } from '../../messaging/index.ts'
import { isBarredContact, recordFormerContacts } from './former-contacts.ts'
import { findPlayerByPhone, type Player, updatePlayer } from './players.ts'

/**
 * False if another account uses the phone or a barred one had it. `before` is the player's locked row; `phone` has
 * digits only, as `readPhone` returns it. The same phone is only confirmed.
 */
export async function changePhone(
  tx: Tx,
  ctx: Deps,
  before: Player,
  { phone, confirmedAt }: { phone: string; confirmedAt: Date | null },
): Promise<boolean> {
  const playerId = before.id
  const holder = await findPlayerByPhone(tx, phone)
  if ((holder && holder.id !== playerId) || (await isBarredContact(tx, ctx, { phone }, { except: playerId })))
    return false
  await updatePlayer(tx, playerId, { phone, phone_confirmed_at: confirmedAt, updated_at: ctx.clock.now() })
  if (before.phone === phone) return true
  await leaveAddress(tx, ctx, { playerId, medium: 'sms', to: phone })
  await recordFormerContacts(tx, ctx, playerId, { phone: before.phone })
  if (before.phone)
    await send(tx, ctx, {
      medium: 'sms',
      to: before.phone,
      locale: before.locale,
      template: 'phone-changed',
      values: {},
      playerId,
    })
  return true
}
