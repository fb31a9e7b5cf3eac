/** Whether an operator has switched a payment method off where the player is, or where the account is. */
import type { PlayerCtx, Tx } from '../../deps.ts'
import { readCountry } from '../../identity/index.ts'
import { isSwitchedOffIn } from '../../reference/index.ts'

/** Asked in the transaction that starts a payment. */
export async function isMethodOff(tx: Tx, { caller }: PlayerCtx, method: string): Promise<boolean> {
  return isSwitchedOffIn(tx, `method:${method}`, [caller.country, await readCountry(tx, caller.player.id)])
}
