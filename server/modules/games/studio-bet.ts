/** Takes a stake. A bet obeys everything: the launch, the player's session, the funds; limits join here. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PartnerCtx } from '../../http/bind.ts'
import { isSessionOpen } from '../identity/is-session-open.ts'
import { isExcluded } from '../limits/exclusion.ts'
import { movementOf, readPlayerLaunch, walletAnswer } from './internal/studio-call.ts'

type Call = typeof contract.studioBet

export async function studioBet(ctx: PartnerCtx, input: VerbInput<Call>): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const launch = readPlayerLaunch(ctx, input, ctx.clock.now())
  if (!launch || !(await isSessionOpen(ctx, launch))) return refuse('launchTokenInvalid')
  if (await isExcluded(ctx, launch.playerId)) return refuse('playerExcluded')
  const posted = await ctx.ledger.post(movementOf(ctx, input, launch, { kind: 'bet', amount: input.amount, isFinished: false }))
  if (posted.ok) return ok(walletAnswer(input, launch, posted.value))
  switch (posted.refusal) {
    case 'insufficientFunds':
    case 'accountNotFound': return refuse('insufficientFunds')
    case 'idempotencyConflict': return refuse('transactionConflict')
    case 'maxBetExceeded': return refuse('maxBetExceeded')
    case 'betRolledBack': return refuse('betRolledBack')
    case 'roundClosed': return refuse('roundClosed')
    default: throw new Error(`a bet was refused as ${posted.refusal}`)
  }
}
