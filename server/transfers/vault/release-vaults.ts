/** Pays releases whose wait has ended. Each has a separate transaction, so that a fault delays no other. */
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import { lockWallets, vaultOut } from '../../ledger/index.ts'
import { endRelease, type ReleaseRow } from './internal/releases.ts'

const batchSize = 200

export const releasesDue = 'SELECT min(release_at) FROM wallet.vault_releases WHERE outcome IS NULL'

export async function releaseVaults(deps: LedgerDeps): Promise<void> {
  const due = await deps.db.kysely
    .selectFrom('wallet.vault_releases')
    .selectAll()
    .where('outcome', 'is', null)
    .where('release_at', '<=', deps.clock.now())
    .orderBy('release_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  for (const row of due) {
    try {
      await deps.db.transaction((tx) => release(deps, tx, row))
    } catch (error) {
      deps.log.error({ err: error, release: row.id }, 'a release from a vault failed; it will be retried')
    }
  }
}

async function release({ ledger, clock }: LedgerDeps, tx: Tx, row: ReleaseRow): Promise<void> {
  await lockWallets(tx, row.player_id)
  if (!(await endRelease(tx, row, 'released', clock.now()))) return
  const posted = await ledger.postIn(tx, {
    ...vaultOut.of({ playerId: row.player_id, currency: row.currency, amount: row.amount as Subunits }),
    actor: 'vault',
    idempotencyKey: `vault-out:${row.id}`,
    requestHash: '',
    reference: { kind: 'other', id: row.id },
  })
  if (!posted.ok) throw new Error(`release ${row.id} was refused by the ledger: ${posted.refusal}`)
}
