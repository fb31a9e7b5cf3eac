/** The mail with which players confirm their address. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { send } from '../../messaging/index.ts'
import { issueLinkCode } from '../../kernel/link-codes.ts'

export const confirmationHours = 24

/** Queues the mail in the caller's transaction. The code becomes invalid when the player changes the address. */
export async function sendEmailConfirmation(
  tx: Tx,
  ctx: KernelDeps,
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

export function confirmationLink({ settings }: KernelDeps, code: string): string {
  return `${settings.publicUrl}/verify?confirmCode=${code}`
}
