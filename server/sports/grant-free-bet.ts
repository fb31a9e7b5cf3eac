/** Grants a free bet in the player's active currency, by the definition in force. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { audit } from '../kernel/audit.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { isExcludedIn } from '../protection/index.ts'
import { lockStatus } from '../identity/index.ts'
import { type FreeBetRefusal, giveFreeBet, type GivenFreeBet } from './give-free-bet.ts'

type Needs = KernelDeps & { actor: OperatorActor }

type FreeBetGrant = { playerId: string; currency: string; definition: string; after?: string | null }
type Refusal = FreeBetRefusal | 'grantedAlready'

const dayMs = 86_400_000

/**
 * The same within a day is granted again only by a command that names the last one, as `after`: it may have been repeated
 * by mistake, or because it was interrupted.
 */
export async function grantFreeBet(
  ctx: Needs,
  { playerId, currency, definition, after = null }: FreeBetGrant,
): Promise<Result<GivenFreeBet, Refusal>> {
  return ctx.db.transaction(async (tx): Promise<Result<GivenFreeBet, Refusal>> => {
    const status = await lockStatus(tx, playerId)
    if (status !== 'active' || (await isExcludedIn(tx, ctx, playerId))) return refuse('notPermitted')
    const last = await grantedLately(tx, ctx, { playerId, currency, definition })
    if (last && last.id !== after)
      return refuse('grantedAlready', {
        message: `The player has received this free bet at ${last.at.toISOString().slice(0, 16)} already. To grant another one, add --again=${last.id}.`,
      })
    const freeBet = await giveFreeBet(tx, ctx, { playerId, currency, definition, promisedAt: ctx.clock.now() })
    if (!freeBet.ok) return freeBet
    const { id, version, amount } = freeBet.value
    await audit(tx, ctx, {
      action: 'free-bet-granted',
      playerId,
      detail: { freeBet: id, definition, version, amount: String(amount), currency },
    })
    return ok(freeBet.value)
  })
}

async function grantedLately(
  tx: Tx,
  { clock }: Needs,
  { playerId, currency, definition }: Omit<FreeBetGrant, 'after'>,
): Promise<{ id: string; at: Date } | undefined> {
  return tx
    .selectFrom('sports.free_bets')
    .select(['id', 'created_at as at'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('definition', '=', definition)
    .where('created_at', '>', new Date(clock.now().getTime() - dayMs))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
