/** Grants a free bet in the player's active currency, by the definition in force. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { audit } from '../../platform/audit.ts'
import type { OperatorContext } from '../../platform/operator-commands.ts'
import { isExcludedIn } from '../limits/exclusion.ts'
import { lockStatus } from '../players/lock-status.ts'
import { type FreeBetRefusal, giveFreeBet, type GivenFreeBet } from './give-free-bet.ts'

type Needs = Pick<OperatorContext, 'db' | 'clock' | 'actor' | 'settings'>

export async function grantFreeBet(
  ctx: Needs,
  { playerId, currency, definition }: { playerId: string; currency: string; definition: string },
): Promise<Result<GivenFreeBet, FreeBetRefusal>> {
  return ctx.db.transaction(async (tx): Promise<Result<GivenFreeBet, FreeBetRefusal>> => {
    const status = await lockStatus(tx, playerId)
    if (status !== 'active' || (await isExcludedIn(tx, ctx, playerId))) return refuse('notPermitted')
    const given = await giveFreeBet(tx, ctx, { playerId, currency, definition, promisedAt: ctx.clock.now() })
    if (!given.ok) return given
    const { id, version, amount } = given.value
    await audit(tx, ctx, {
      action: 'free-bet-granted',
      playerId,
      detail: { freeBet: id, definition, version, amount: String(amount), currency },
    })
    return ok(given.value)
  })
}
