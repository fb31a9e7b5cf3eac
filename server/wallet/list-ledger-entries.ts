/** The player's ledger entries: kind, subject, balance before and after. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { listLedgerEntries as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { listEntries } from '../ledger/index.ts'
import { verifyUrlOf } from '../partners/game-studio/verify-url.ts'

export async function listLedgerEntries(
  ctx: PlayerCtx,
  input: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const { data, next } = await listEntries(
    ctx.db.kysely,
    { ...input, playerId: ctx.caller.player.id },
    { nameOf: gameNamer(ctx), verifyUrlOf: (studio, roundId) => verifyUrlOf(ctx, studio, roundId) },
  )
  return ok({ data, meta: { next } })
}

/** Looks up each game once: a page of entries has few games, the catalogue has thousands. */
function gameNamer({ partners, caller }: PlayerCtx): (id: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (id) => {
    if (!known.has(id)) {
      const game = partners.gameStudios
        .values()
        .flatMap(({ games }) => games)
        .find(({ slug }) => slug === id)
      known.set(id, game?.text(caller.locale).name)
    }
    return known.get(id)
  }
}
