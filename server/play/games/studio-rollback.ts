/** Undoes a bet by its transaction id; a bet that arrives later is refused. Ignores sessions and expiry, as wins do. */
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { nameTo, type NameTo } from '#contract/refusals-of-play.ts'
import type { Ctx } from '../../deps.ts'
import { movementOf, readPlayerLaunch, walletAnswer } from './internal/studio-call.ts'

type Call = typeof contract.studioRollback

export async function studioRollback(
  ctx: Ctx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, NameTo<'rollback'> | 'launchTokenInvalid'>> {
  const launch = readPlayerLaunch(ctx, input, null)
  if (!launch) return refuse('launchTokenInvalid')
  const posted = await ctx.ledger.post(
    movementOf(ctx, input, launch, {
      kind: 'rollback',
      amount: 0,
      isFinished: true,
      betTransactionId: input.betTransactionId,
    }),
  )
  return posted.ok ? ok(walletAnswer(input, posted.value)) : refuse(nameTo('rollback', posted.refusal))
}
