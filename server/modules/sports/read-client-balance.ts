/** Cash that the player behind a token can stake. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../../deps.ts'
import { readCash } from '../../ledger/read-cash.ts'
import { readClient } from './internal/client.ts'

type Call = typeof contract.readClientBalance

export async function readClientBalance(
  ctx: Ctx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const client = await readClient(ctx, input)
  if (!client) return refuse('tokenInvalid')
  const { playerId, currency } = client
  return ok({ playerId, currency, balance: toWire(await readCash(ctx.db.kysely, client)) })
}
