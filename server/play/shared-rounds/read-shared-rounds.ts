/** Shared rounds as anybody may read them. */
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/shared-rounds.ts'
import type { SharedTable } from '#contract/shared-rounds.ts'
import type { Ctx } from '../../deps.ts'
import { readBeacon } from './beacons.ts'
import { presentChain, readChains } from './chains.ts'
import { presentRound, readTable, type RoundRow } from './tables.ts'

export async function readSharedTable(
  ctx: Ctx,
  { gameId }: VerbInput<typeof contract.readSharedTable>,
): Promise<Result<SharedTable>> {
  return ok(await readTable(ctx, gameId))
}

/** A round that has not ended has nothing to show: its hash decides it. */
export async function readSharedRound(
  ctx: Ctx,
  { gameId, number }: VerbInput<typeof contract.readSharedRound>,
): Promise<Result<ReplyOf<typeof contract.readSharedRound>, 'roundNotFound'>> {
  const round: RoundRow | undefined = await ctx.db.kysely
    .selectFrom('shared.rounds')
    .selectAll()
    .where('game', '=', gameId)
    .where('number', '=', BigInt(number))
    .where('phase', '=', 'ended')
    .executeTakeFirst()
    .then((row) => row as RoundRow | undefined)
  if (!round) return refuse('roundNotFound')
  const chain = (await readChains(ctx.db.kysely, gameId)).find(({ id }) => id === round.chain_id)!
  const beacon = round.beacon_chain === null ? null : await readBeacon(ctx.db.kysely, round.beacon_chain)
  return ok({ round: presentRound(round), chain: presentChain(chain), beacon })
}
