/**
 * Approves the device that opens the mailed link: sign-in counts it as familiar (`sessions/is-familiar.ts`), so that strangers who guess
 * at passwords keep no player out. It proves the mailbox alone: the password and any second factor are still asked for.
 */
import type * as contract from '#contract/credentials.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { mayAttempt } from '../../platform/attempts.ts'
import { audit } from '../../platform/audit.ts'
import { consumeLinkCode, readLinkOwner } from '../../platform/link-codes.ts'
import { playerTexts } from '../../platform/player-texts.ts'
import { lockPlayer } from '../players/players.ts'

type Endpoint = typeof contract.approveSignIn

const attempts = (ip: string) => [
  { key: `approve:address:${addressOf(ip)}`, limit: { max: 15, windowSeconds: 900 } },
  { key: `approve:prefix:${prefixOf(ip)}`, limit: { max: 60, windowSeconds: 900 } },
]

export async function approveSignIn(
  ctx: Ctx,
  { code, fingerprint = null }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  if (!(await mayAttempt(ctx, attempts(ctx.caller.ip))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Endpoint>>> => {
    const of = { purpose: 'sign-in-approval', code } as const
    const owner = await readLinkOwner(tx, ctx, of)
    const player = owner === null ? null : await lockPlayer(tx, owner)
    const link = player && (await consumeLinkCode(tx, ctx, of))
    const mayEnter = player?.status === PlayerStatus.active || player?.status === PlayerStatus.limited
    // A link to an address that the player has changed since approves nothing.
    if (!player || !mayEnter || player.email !== link?.address) return refuse('codeInvalid')
    await audit(tx, ctx, { action: 'sign-in-approved', playerId: player.id, detail: { fingerprint } })
    return ok()
  })
}
