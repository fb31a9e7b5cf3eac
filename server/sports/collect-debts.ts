/** What a player owes for corrected bets, taken from all wallets before money is paid out, where the policy allows it. */
import { randomUUID } from 'node:crypto'
import type { LedgerDeps } from '../deps.ts'
import { lockStatus, policyOf } from '../identity/index.ts'
import { gatherCash } from '../transfers/index.ts'
import { payDebts } from './internal/debts.ts'

export async function collectSportsDebts(deps: LedgerDeps, playerId: string): Promise<void> {
  const owed = await deps.db.kysely
    .selectFrom('sports.bets')
    .select(({ fn }) => ['currency', fn.sum<string>('debt').as('amount')])
    .where('player_id', '=', playerId)
    .where('debt', '>', 0n)
    .groupBy('currency')
    .execute()
  for (const { currency, amount } of owed)
    await deps.db.transaction(async (tx) => {
      await lockStatus(tx, playerId)
      if (!(await policyOf(tx, deps.settings, playerId)).isDebtDeducted) return
      const cause = randomUUID()
      const wallet = { playerId, currency }
      const atMost = await gatherCash(deps, tx, { ...wallet, amount: BigInt(amount), cause })
      await payDebts(deps, tx, { wallet, atMost, cause: `withdrawal:${cause}` })
    })
}
