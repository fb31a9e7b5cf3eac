/** A ledger on a database of its own, with one player who has money. */
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { deposit, openWallet } from './house.ts'

export type OpenLedger = { db: TestDatabase; ledger: Ledger; player: string; close(): Promise<void> }

/** `amount`: cents that the player has in cash. */
export async function openLedger(amount: number): Promise<OpenLedger> {
  const db = await testDatabase()
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  await ledger.post(deposit(player, amount))
  return {
    db, ledger, player,
    async close() {
      await ledger.close()
      await db.close()
    },
  }
}
