/** What the player behind a token can stake: money, and free bets. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { readPlayer } from '../identity/index.ts'
import { readStakeable } from './internal/bets.ts'
import { readClient } from './internal/client.ts'
import { listFreeBets } from './internal/free-bets.ts'

type Call = typeof contract.readClientBalance

export async function readClientBalance(
  ctx: Ctx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const client = await readClient(ctx, input)
  if (!client) return refuse('tokenInvalid')
  const { playerId, currency } = client
  const { locale } = await readPlayer(ctx.db.kysely, playerId)
  return ok({
    playerId,
    currency,
    balance: toWire(await readStakeable(ctx.db.kysely, client)),
    freeBets: await listFreeBets(ctx.db.kysely, { ...client, locale, now: ctx.clock.now() }),
  })
}
