/** Whether anything new may start in a currency, asked in the transaction that starts it. */
import type { Tx } from '../deps.ts'
import { findCurrency } from './currencies.ts'
import { unratedIn } from './measure-rates.ts'

/**
 * Shares the lock of the currency's row until the commit: what is started comes before the switch-off, or is refused.
 * Money that is there already is never asked: it is credited, settled and paid out in any currency.
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
