/** Posts movements of which little or nothing can be refused but by a bug; then everything of the transaction is undone. */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { Movement } from '../../../ledger/ledger.ts'

export async function postOrThrow(deps: Pick<Deps, 'ledger'>, tx: Tx, movement: Movement): Promise<void> {
  const posted = await deps.ledger.postIn(tx, movement)
  if (!posted.ok)
    throw new Error(`${movement.kind} of ${movement.reference.id} was refused by the ledger: ${posted.refusal}`)
}

/** False where the player's balance does not reach, which is the only thing that may keep it from being posted. */
export async function postIfFunded(deps: Pick<Deps, 'ledger'>, tx: Tx, movement: Movement): Promise<boolean> {
  const posted = await deps.ledger.postIn(tx, movement)
  if (!posted.ok && posted.refusal !== 'insufficientFunds')
    throw new Error(`${movement.kind} of ${movement.reference.id} was refused by the ledger: ${posted.refusal}`)
  return posted.ok
}
