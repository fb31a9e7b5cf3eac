/** A ledger on its own database, with one player who has money. */
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { bonus, bonusTerms, deposit, movement, openWallet, transfer } from './wallets.ts'

export type OpenLedger = {
  db: TestDatabase
  ledger: Ledger
  player: string
  /** Creates another player with that much cash. */
  funded(amount: number): Promise<string>
  /**
   * Creates a player with cash and an active bonus: its amount, its maximum bet, and the percentage of stakes at dice
   * that counts towards it.
   */
  withBonus(amount: number, given: number, maxBet?: number | null, percent?: number): Promise<string>
  close(): Promise<void>
}

/** `amount`: the player's cash in cents. */
export async function openLedger(amount: number): Promise<OpenLedger> {
  const db = await testDatabase()
  const ledger = createLedger({ db })
  const funded = async (cash: number): Promise<string> => {
    const player = await openWallet(db)
    if (cash > 0) await ledger.post(deposit(player, cash))
    return player
  }
  return {
    db,
    ledger,
    player: await funded(amount),
    funded,
    async withBonus(cash, given, maxBet = null, percent = 100) {
      const player = await funded(cash)
      await ledger.post(
        movement({ kind: 'bonus-grant', transfers: [transfer('house:bonus-expense:EUR', bonus(player), given)] }),
      )
      const bonusId = await bonusTerms(db, player, { dice: percent })
      await db.pool.query("SELECT ledger.start_wager($1, 'EUR', $2, 10000, $3)", [player, bonusId, maxBet])
      return player
    },
    async close() {
      await ledger.close()
      await db.close()
    },
  }
}
