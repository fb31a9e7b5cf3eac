/** The mail by which a player proves to read an address. */
import type { Ctx, Tx } from '../../deps.ts'
import { send } from '../deliveries/send.ts'
import { issueLinkCode } from '../../platform/link-codes.ts'

export const confirmationHours = 24

/** Sent in the caller's transaction. A code for an address that the player leaves before using it proves nothing. */
export async function sendEmailConfirmation(
  tx: Tx,
  ctx: Pick<Ctx, 'clock' | 'randomBytes' | 'settings'>,
  player: { id: string; email: string; locale: string },
): Promise<void> {
  const code = await issueLinkCode(tx, ctx, {
    purpose: 'email-confirmation',
    playerId: player.id,
    address: player.email,
    ttlSeconds: confirmationHours * 3600,
  })
  await send(tx, ctx, {
    medium: 'mail',
    to: player.email,
    locale: player.locale,
    template: 'email-confirmation',
    playerId: player.id,
    values: { link: confirmationLink(ctx, code) },
  })
}

export function confirmationLink({ settings }: Pick<Ctx, 'settings'>, code: string): string {
  return `${settings.publicUrl}/verify?confirmCode=${code}`
}
