/**
 * Takes the stake of a bet. The token names player, session and currency; everything else about the player is decided
 * by the posting call, under the wallet's lock: session, exclusion, country, reality check, limits, funds.
 */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { replyOf } from './internal/bets.ts'
import { once } from './internal/calls.ts'
import { admit, takeStake, tellRefusal } from './internal/stake.ts'

type Call = typeof contract.placeBet
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

export async function placeBet(ctx: Ctx, input: VerbInput<Call>): Promise<Answer> {
  return once(ctx, input, async (tx, digest): Promise<Answer> => {
    const admitted = await admit(ctx, tx, input)
    if (!admitted.ok) return admitted
    const staked = await takeStake(ctx, tx, admitted.value, { digest, status: 'held' })
    if (!staked.ok) {
      await tellRefusal(ctx, tx, admitted.value.client, staked)
      return refuse(staked.refusal)
    }
    const { bet, wallet } = staked.value
    return ok(await replyOf(tx, bet, wallet, { isApplied: true }))
  })
}
