/** The movements of a round or a bet, as the desk shows them. */
import type { LedgerMovement } from '#contract/desk/rounds.ts'
import { readMovements } from '../ledger/index.ts'
import { inUnits } from '../reference/index.ts'

export async function listMovements(...of: Parameters<typeof readMovements>): Promise<LedgerMovement[]> {
  const movements = await readMovements(...of)
  return movements.map(({ at, amount, currency, ...movement }) => ({
    ...movement,
    at: at.toISOString(),
    amount: inUnits(amount, currency),
  }))
}
