/** The player behind a token, for the sportsbook's own server. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { readPlayer } from '../identity/index.ts'
import { readStakeable } from './internal/bets.ts'
import { readClient } from './internal/client.ts'
import { listFreeBets } from './internal/free-bets.ts'

type Call = typeof contract.authenticateClient

export async function authenticateClient(
  ctx: Ctx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const client = await readClient(ctx, input)
  if (!client) return refuse('tokenInvalid')
  const player = await readPlayer(ctx.db.kysely, client.playerId)
  return ok({
    playerId: client.playerId,
    currency: client.currency,
    country: player.country,
    locale: player.locale,
    balance: toWire(await readStakeable(ctx.db.kysely, client)),
    freeBets: await listFreeBets(ctx.db.kysely, { ...client, locale: player.locale, now: ctx.clock.now() }),
    tokenExpiresAt: client.expiresAt.toISOString(),
  })
}
