/** Cancels a release, so that its money stays in the vault. */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { cancelVaultRelease as contract } from '#contract/vault.ts'
import type { PlayerCtx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { endRelease } from './internal/releases.ts'

type Answer = Result<void, RefusalOf<typeof contract>>

export async function cancelVaultRelease(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    await lockWallets(tx, playerId)
    const row = await tx
      .selectFrom('wallet.vault_releases')
      .selectAll()
      .where('id', '=', id)
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    if (!row) return refuse('releaseNotFound')
    if (row.outcome === 'released') return refuse('alreadyReleased')
    if (row.outcome === null) await endRelease(tx, row, 'cancelled', ctx.clock.now())
    return ok()
  })
}
