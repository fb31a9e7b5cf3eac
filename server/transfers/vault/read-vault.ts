/** The open releases from the player's vaults, and the wait of a new release. */
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
