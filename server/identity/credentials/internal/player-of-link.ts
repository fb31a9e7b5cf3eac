/** Consumes the code of a mailed link and locks its player. */
import { PlayerStatus } from '#contract/identity.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { consumeLinkCode, type LinkPurpose, readLinkOwner } from '../../../kernel/link-codes.ts'
import { lockPlayer, type Player } from '../../players/players.ts'

/** Null if the code is invalid, or if its player may not sign in or has changed the address since. */
export async function playerOfLink(
  tx: Tx,
  ctx: KernelDeps,
  link: { purpose: LinkPurpose; code: string },
): Promise<Player | null> {
  const owner = await readLinkOwner(tx, ctx, link)
  const player = owner === null ? null : await lockPlayer(tx, owner)
  const consumedCode = player && (await consumeLinkCode(tx, ctx, link))
  const isAdmitted = player?.status === PlayerStatus.active || player?.status === PlayerStatus.limited
  return consumedCode && isAdmitted && player.email === consumedCode.address ? player : null
}
