/** Grants a free bet in the player's active currency, by the definition in force. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { audit } from '../../platform/audit.ts'
import type { OperatorContext } from '../../platform/operator-commands.ts'
import { readInForce } from '../definitions/definitions.ts'
import { isExcludedIn } from '../limits/exclusion.ts'
import { arePromotionsBarred } from '../limits/promotions.ts'
import { lockStatus } from '../players/lock-status.ts'
import { amountIn } from '../reference/amounts.ts'
import { isOfferedIn } from '../reference/offered.ts'
import { ratesAt } from '../reference/rates.ts'
import { freeBetKind } from './free-bet-kind.ts'

type Needs = Pick<OperatorContext, 'db' | 'clock' | 'actor' | 'settings'>
type Refusal = 'notDefined' | 'notPermitted' | 'noAccount'
const dayMs = 86_400_000

export async function grantFreeBet(
  ctx: Needs,
  { playerId, currency, definition: identity }: { playerId: string; currency: string; definition: string },
): Promise<Result<{ id: string; amount: bigint; expiresAt: Date }, Refusal>> {
  return ctx.db.transaction(async (tx): Promise<Result<{ id: string; amount: bigint; expiresAt: Date }, Refusal>> => {
    const now = ctx.clock.now()
    const status = await lockStatus(tx, playerId)
    if (status !== 'active' || (await isExcludedIn(tx, ctx, playerId)) || (await arePromotionsBarred(tx, playerId)))
      return refuse('notPermitted')
    const found = await readInForce(tx, freeBetKind, identity, now)
    if (!found) return refuse('notDefined')
    if (!(await isOfferedIn(tx, currency))) return refuse('noAccount')
    const amount = amountIn(found.data.amount, currency, await ratesAt(tx, now))
    const expiresAt = new Date(now.getTime() + found.data.days * dayMs)
    const id = randomUUID()
    await tx
      .insertInto('sports.free_bets')
      .values({
        id,
        player_id: playerId,
        currency,
        definition: identity,
        version: found.version,
        amount,
        min_odds: found.data.minOdds,
        names: JSON.stringify(found.data.name),
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    await audit(tx, ctx, {
      action: 'free-bet-granted',
      playerId,
      detail: { freeBet: id, definition: identity, version: found.version, amount: String(amount), currency },
    })
    return ok({ id, amount, expiresAt })
  })
}
