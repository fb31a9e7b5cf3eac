/** Checks whether anything new may start in a currency, in the transaction that starts it. */
import type { Tx } from '../deps.ts'
import { findCurrency } from './currencies.ts'
import { unratedIn } from './measure-rates.ts'

/**
 * Takes a shared lock on the currency's row until the commit, so that a start either precedes the switch-off or is
 * refused. Existing money needs no such check: it is credited, settled and paid out in any currency.
 */
export async function isOfferedIn(tx: Tx, code: string): Promise<boolean> {
  if (!findCurrency(code)) return false
  const row = await tx
    .selectFrom('reference.currencies')
    .select('is_enabled')
    .where('code', '=', code)
    .forShare()
    .executeTakeFirst()
  return row?.is_enabled === true && (await unratedIn(tx, [code])).length === 0
}
