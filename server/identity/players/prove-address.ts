/**
 * The owner of an address proves it other than by the link that confirms it: by resetting the password, or through a
 * social provider. Someone else may have registered with the address before and set up the account.
 */
import type { Ctx, Tx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { recordFormerContacts } from './former-contacts.ts'
import { type Player, updatePlayer } from './players.ts'

/** Whether the account has another proof of its owner: an address confirmed before, or an identity document. */
export function isOwnerProven(player: Pick<Player, 'had_confirmed_email' | 'identity_verified_at'>): boolean {
  return player.had_confirmed_email || player.identity_verified_at !== null
}

/**
 * Removes everything that was set up before, unless the account has another proof of its owner. That includes the
 * phone, which may be the other person's and is recorded as a former contact. Withdrawals not yet sent go to review.
 * `player` must be locked and its address unconfirmed; the caller closes its sessions.
 */
export async function proveAddress(
  tx: Tx,
  ctx: Ctx,
  player: Player,
  { by }: { by: 'password-reset' | 'social' },
): Promise<void> {
  const now = ctx.clock.now()
  if (!isOwnerProven(player)) {
    for (const { removeAccess } of ctx.lifecycles) await removeAccess?.(tx, player.id, now)
    for (const { reviewUnsent } of ctx.lifecycles) await reviewUnsent?.(ctx, tx, player.id, 'prepared')
    if (player.phone_confirmed_at) await recordFormerContacts(tx, ctx, player.id, { phone: player.phone })
    await updatePlayer(tx, player.id, { phone: null, phone_confirmed_at: null, owned_since: now })
  }
  await updatePlayer(tx, player.id, { email_confirmed_at: now, updated_at: now })
  await audit(tx, ctx, { action: 'email-confirmed', playerId: player.id, detail: { by } })
}
