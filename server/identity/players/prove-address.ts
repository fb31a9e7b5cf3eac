/**
 * The owner of an address proves it in another way than by the link of its confirmation: with a new password, or by a
 * provider. Somebody else may have registered with the address and prepared the account.
 */
import type { Ctx, Tx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { recordFormerContacts } from './former-contacts.ts'
import { type Player, updatePlayer } from './players.ts'

/** The account has another proof of its owner: an address that was confirmed before, or an identity document. */
export function isOwnerProven(player: Pick<Player, 'had_confirmed_email' | 'identity_verified_at'>): boolean {
  return player.had_confirmed_email || player.identity_verified_at !== null
}

/**
 * Whatever was set before ends, unless the owner has another proof: also the phone, which may be the other person's, as
 * a contact of a former holder of the account. Withdrawals that were not sent go to review. `player` is locked, its
 * address unconfirmed; the caller closes its sessions.
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
