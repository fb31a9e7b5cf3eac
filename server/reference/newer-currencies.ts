/**
 * Currencies that a newer build has added to the database. This build keeps their data but does not offer them;
 * movements in them are counted by processes of the newer build.
 */
import type { Tx } from '../kernel/db/connect.ts'
import { LeftToOthers, type Range } from '../kernel/facts/consumer.ts'
import { currencies } from './currencies.ts'

const known = currencies.map(({ code }) => code)

/** For consumers that convert money: throws if the range contains a movement in a currency that this build lacks. */
export async function leaveNewerCurrencies(tx: Tx, { after, upTo }: Range): Promise<void> {
  const newer = await tx.selectFrom('reference.currencies').select('code').where('code', 'not in', known).execute()
  if (newer.length === 0) return
  const found = await tx
    .selectFrom('ledger.entries as entry')
    .innerJoin('ledger.accounts as account', 'account.id', 'entry.account_id')
    .select('account.currency')
    .where('entry.movement_id', '>', after)
    .where('entry.movement_id', '<=', upTo)
    .where(
      'account.currency',
      'in',
      newer.map(({ code }) => code),
    )
    .limit(1)
    .executeTakeFirst()
  if (found) throw new LeftToOthers(`${found.currency} is a currency that this build does not have`)
}
