/**
 * Approves the device that opens the mailed link. Sign-in then treats it as familiar (`sessions/is-familiar.ts`), so
 * that strangers who guess passwords cannot lock the player out. The link proves control of the mailbox only: the
 * password and any second factor are still required.
 */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { perQuarterHour } from '../../kernel/attempts.ts'
import { playerOfLink } from './internal/player-of-link.ts'

type Endpoint = typeof contract.approveSignIn

const attempts = (ip: string) => [
  { key: `approve:address:${addressOf(ip)}`, limit: perQuarterHour(15) },
  { key: `approve:prefix:${prefixOf(ip)}`, limit: perQuarterHour(60) },
]

export async function approveSignIn(
  ctx: Ctx,
  { code, fingerprint = null }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  if (!(await mayPass(ctx, attempts(ctx.caller.ip)))) return refuseCrowded(ctx)
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Endpoint>>> => {
    const player = await playerOfLink(tx, ctx, { purpose: 'sign-in-approval', code })
    if (!player) return refuse('codeInvalid')
    await audit(tx, ctx, { action: 'sign-in-approved', playerId: player.id, detail: { fingerprint } })
    return ok()
  })
}
