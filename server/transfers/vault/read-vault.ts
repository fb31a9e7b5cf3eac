/** What is being moved out of the player's vaults, and how long a new release would take. */
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { readVault as contract } from '#contract/vault.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentRelease } from './internal/releases.ts'

export async function readVault({ db, settings, caller }: PlayerCtx): Promise<Ok<ReplyOf<typeof contract>>> {
  const rows = await db.kysely
    .selectFrom('wallet.vault_releases')
    .selectAll()
    .where('player_id', '=', caller.player.id)
    .where('outcome', 'is', null)
    .orderBy('release_at')
    .orderBy('id')
    .execute()
  return ok({ waitMinutes: settings.vaultWaitMs / 60_000, releases: rows.map(presentRelease) })
}
