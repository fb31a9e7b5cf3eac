/**
 * The bonus that a wallet is played with. The posting function takes its money for stakes and counts them; the bonuses
 * module decides when it starts and ends.
 */
import { CompiledQuery } from 'kysely'
import type { Subunits } from '#contract/money.ts'
import type { Tx } from '../kernel/db/connect.ts'

export type Wager = { playerId: string; currency: string; bonusId: string }

/** False if another bonus is active in that wallet. `maxBet` is the maximum stake of a round. */
export async function startWager(
  tx: Tx,
  { playerId, currency, bonusId, total, maxBet }: Wager & { total: Subunits; maxBet: Subunits | null },
): Promise<boolean> {
  return call(tx, 'start_wager', [playerId, currency, bonusId, total, maxBet])
}

/** False if another bonus is active, or if some of its money is left. */
export async function endWager(tx: Tx, { playerId, currency, bonusId }: Wager): Promise<boolean> {
  return call(tx, 'end_wager', [playerId, currency, bonusId])
}

/**
 * Records how a decision changes what a sports bet counts: the differences of the total stake, of its cash part, and of
 * the amount that counts towards the wager of `bonusId` while that bonus is active.
 */
export async function recountBet(
  tx: Tx,
  { playerId, currency }: { playerId: string; currency: string },
  bet: { movementId: bigint; stake: bigint; cash: bigint; bonusId: string | null; wagered: bigint },
): Promise<void> {
  const { movementId, stake, cash, bonusId, wagered } = bet
  await tx.executeQuery(
    CompiledQuery.raw('SELECT ledger.recount_bet($1, $2, $3, $4, $5, $6, $7)', [
      playerId,
      currency,
      movementId,
      stake,
      cash,
      bonusId,
      wagered,
    ]),
  )
}

/** What a deposit required is required no more, once it was taken back from the player. */
export async function liftTurnover(
  tx: Tx,
  { playerId, currency }: { playerId: string; currency: string },
  { invoiceId, turnover }: { invoiceId: string; turnover: Subunits },
): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw('SELECT ledger.lift_turnover($1, $2, $3, $4)', [playerId, currency, invoiceId, turnover]),
  )
}

async function call(tx: Tx, name: 'start_wager' | 'end_wager', values: unknown[]): Promise<boolean> {
  const places = values.map((_, index) => `$${index + 1}`).join(',')
  const { rows } = await tx.executeQuery<{ done: boolean }>(
    CompiledQuery.raw(`SELECT ledger.${name}(${places}) AS done`, values),
  )
  return rows[0]!.done
}
