/** Posts movements that only a bug can cause to be refused; then the whole transaction is rolled back. */
import type { Tx } from '../../kernel/db/connect.ts'
import type { LedgerDeps } from '../../deps.ts'
import type { Movement } from '../../ledger/index.ts'

export async function postOrThrow(deps: LedgerDeps, tx: Tx, movement: Movement): Promise<void> {
  const posted = await deps.ledger.postIn(tx, movement)
  if (!posted.ok)
    throw new Error(`${movement.kind} of ${movement.reference.id} was refused by the ledger: ${posted.refusal}`)
}
