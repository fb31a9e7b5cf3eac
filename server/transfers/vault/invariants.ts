/** Conditions between vaults and the ledger, each a query that must return no row. */
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'open releases of a vault are at most its balance',
    sql: `SELECT release.id, release.amount, wallet.vault FROM wallet.vault_releases AS release
      LEFT JOIN wallet.accounts AS wallet ON wallet.player_id = release.player_id AND wallet.currency = release.currency
      WHERE release.outcome IS NULL AND (release.amount <= wallet.vault) IS NOT TRUE`,
  },
  {
    name: 'a release from a vault was paid once, in its amount; a cancelled or open one was not',
    sql: `WITH paid AS (
        SELECT movement.reference_id, count(*) AS times, min(entry.amount) AS amount
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
        WHERE movement.kind = 'vault-out' GROUP BY 1
      ) SELECT release.id, release.outcome, paid.* FROM wallet.vault_releases AS release
      FULL JOIN paid ON paid.reference_id = release.id::text
      WHERE CASE WHEN release.outcome = 'released' THEN (paid.times = 1 AND paid.amount = release.amount) IS NOT TRUE
        ELSE paid.reference_id IS NOT NULL END`,
  },
]
