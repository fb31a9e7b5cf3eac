/** Rows of releases. The wallet is always locked before its releases. */
import type { Selectable } from 'kysely'
import { toWire } from '#contract/money.ts'
import type { VaultRelease } from '#contract/vault.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Tx } from '../../../deps.ts'

export type ReleaseRow = Selectable<Tables['wallet.vault_releases']>

export function presentRelease(row: ReleaseRow): VaultRelease {
  return {
    id: row.id,
    currency: row.currency,
    amount: toWire(row.amount),
    requestedAt: row.requested_at.toISOString(),
    releaseAt: row.release_at.toISOString(),
  }
}

/** False if the release had ended before. */
export async function endRelease(
  tx: Tx,
  { id, player_id }: Pick<ReleaseRow, 'id' | 'player_id'>,
  outcome: 'released' | 'cancelled',
  at: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable('wallet.vault_releases')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('player_id', '=', player_id)
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
