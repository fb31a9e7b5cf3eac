/** Pays a result. Wins ignore sessions, expiry and limits: a win is paid however late (money rules, 10). */
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { nameTo, type NameTo } from '#contract/refusals-of-play.ts'
import type { Ctx } from '../../deps.ts'
import type { Movement, PostResult } from '../../ledger/index.ts'
import { movementOf, type OutsideTerms, readPlayerLaunch, walletAnswer } from './internal/studio-call.ts'

type Call = typeof contract.studioWin

export async function studioWin(
  ctx: Ctx,
  input: VerbInput<Call>,
  terms: OutsideTerms = {},
): Promise<Result<ReplyOf<Call>, NameTo<'win'> | 'launchTokenInvalid'>> {
  const win = winOf(ctx, input, terms)
  return win ? answerWin(ctx, input, await ctx.ledger.post(win)) : refuse('launchTokenInvalid')
}

/** Null if the call has no launch issued here. */
export function winOf(ctx: Ctx, input: VerbInput<Call>, { betTransactionId }: OutsideTerms = {}): Movement | null {
  const launch = readPlayerLaunch(ctx, input, null)
  if (!launch) return null
  const move = {
    kind: 'win',
    amount: input.amount,
    isFinished: input.isRoundFinished,
    ...(betTransactionId !== undefined && { betTransactionId }),
  } as const
  return movementOf(ctx, input, launch, move)
}

export function answerWin(ctx: Ctx, input: VerbInput<Call>, posted: PostResult): Result<ReplyOf<Call>, NameTo<'win'>> {
  if (posted.ok) return ok(walletAnswer(input, posted.value))
  const name = nameTo('win', posted.refusal)
  if (name === 'winTooLarge')
    ctx.log.error({ ...input, token: undefined, refusal: posted.refusal }, 'a win was refused and needs review')
  return refuse(name)
}
