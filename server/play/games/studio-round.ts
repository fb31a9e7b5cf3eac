/** Takes a stake and pays the result of its round in one posting, for a studio in this process; answered as `studioBet` and `studioWin` answer. */
import { refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { answerBet, betOf } from './studio-bet.ts'
import { answerWin, winOf } from './studio-win.ts'

type Bet = typeof contract.studioBet
type Win = typeof contract.studioWin

export async function studioRound(
  ctx: Ctx,
  bet: VerbInput<Bet>,
  win: VerbInput<Win>,
): Promise<{ bet: Result<ReplyOf<Bet>, RefusalOf<Bet>>; win: Result<ReplyOf<Win>, RefusalOf<Win>> }> {
  const [staked, paid] = [betOf(ctx, bet), winOf(ctx, win)]
  if (!staked || !paid) return { bet: refuse('launchTokenInvalid'), win: refuse('launchTokenInvalid') }
  const [betPosted, winPosted] = await ctx.ledger.postRound(staked.movement, paid)
  return {
    bet: await answerBet(ctx, bet, staked.launch, betPosted),
    win: answerWin(ctx, win, winPosted),
  }
}
