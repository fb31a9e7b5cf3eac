/** The player of a mailed link that is used: locked, and the code is consumed. */
import { PlayerStatus } from '#contract/identity.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { consumeLinkCode, type LinkPurpose, readLinkOwner } from '../../../kernel/link-codes.ts'
import { lockPlayer, type Player } from '../../players/players.ts'

/** Null if the code is not good, the player may not sign in, or has changed the address since: the caller refuses it. */
export async function playerOfLink(
  tx: Tx,
  ctx: KernelDeps,
  link: { purpose: LinkPurpose; code: string },
): Promise<Player | null> {
  const owner = await readLinkOwner(tx, ctx, link)
  const player = owner === null ? null : await lockPlayer(tx, owner)
  const used = player && (await consumeLinkCode(tx, ctx, link))
  const isAdmitted = player?.status === PlayerStatus.active || player?.status === PlayerStatus.limited
  return used && isAdmitted && player.email === used.address ? player : null
}
