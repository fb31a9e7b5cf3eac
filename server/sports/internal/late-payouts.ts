/** Closed accounts into which a correction has paid since: an operator pays what is there outside this product. */
import type { Tx } from '../../deps.ts'

type Wallet = { playerId: string; currency: string }

export async function noteLatePayout(tx: Tx, { playerId, currency }: Wallet, at: Date): Promise<void> {
  await tx
    .insertInto('sports.late_payouts')
    .values({ player_id: playerId, currency, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function forgetLatePayout(tx: Tx, { playerId, currency }: Wallet): Promise<void> {
  await tx
    .deleteFrom('sports.late_payouts')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .execute()
}
