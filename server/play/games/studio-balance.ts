/** Returns what the player of a launch may stake. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx } from '../../deps.ts'
import { playerAddress } from '../../ledger/index.ts'
import { isSessionOpen } from '../../identity/index.ts'
import { readPlayerLaunch } from './internal/studio-call.ts'

type Call = typeof contract.studioBalance

export async function studioBalance(ctx: Ctx, input: VerbInput<Call>): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const launch = readPlayerLaunch(ctx, input, ctx.clock.now())
  if (!launch || !(await isSessionOpen(ctx, launch))) return refuse('launchTokenInvalid')
  const { playerId, currency } = launch
  const [cash, bonus] = await Promise.all([
    ctx.ledger.balance(playerAddress(playerId, 'cash', currency)),
    ctx.ledger.balance(playerAddress(playerId, 'bonus', currency)),
  ])
  return ok({ balance: toWire(cash + bonus), currency, playerId })
}
