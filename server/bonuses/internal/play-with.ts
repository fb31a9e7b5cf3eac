/** A bonus in its wallet: its money is credited on activation and moved out when it ends. */
import { randomUUID } from 'node:crypto'
import { BonusStatus } from '#contract/bonuses.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import {
  bonusCancelled,
  bonusConverted,
  bonusExpired,
  bonusGranted,
  bonusLost,
  endWager,
  type FixedKind,
  startWager,
} from '../../ledger/index.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import type { Mover } from '../../kernel/machine.ts'
import { readLocale } from '../../identity/index.ts'
import { lockBonusWallet } from '../../wallet/index.ts'
import { type BonusRow, moveBonus, readOfferName } from './rows.ts'
import type { Ending } from './states.ts'

export type ActivationRefusal = 'anotherIsActive' | 'withdrawalIsOpen'

/** One bonus per wallet, and none while a withdrawal is open, because that money could not be lost. */
export async function activate(tx: Tx, deps: LedgerDeps, row: BonusRow): Promise<Result<BonusRow, ActivationRefusal>> {
  if ((await lockBonusWallet(tx, row)).held > 0n) return refuse('withdrawalIsOpen')
  const wager = { playerId: row.player_id, currency: row.currency, bonusId: row.id }
  if (!(await startWager(tx, { ...wager, total: row.wager_total as Subunits, maxBet: row.max_bet as Subunits | null })))
    return refuse('anotherIsActive')
  await post(tx, deps, row, bonusGranted, row.amount)
  return ok(
    await moveBonus(
      tx,
      row,
      { move: 'activated', by: 'system', at: deps.clock.now() },
      await readLocale(tx, row.player_id),
    ),
  )
}

/**
 * Converts the remainder of a completed bonus to cash, and removes that of any other. The caller has locked the row.
 */
export async function finish(
  tx: Tx,
  deps: LedgerDeps,
  row: BonusRow,
  ending: Ending,
  by: Mover = ending === 'cancelled' ? 'player' : 'system',
): Promise<BonusRow> {
  if (row.status === BonusStatus.active) {
    const { bonus: left } = await lockBonusWallet(tx, row)
    if (left > 0n) await post(tx, deps, row, endings[ending], left)
    if (!(await endWager(tx, { playerId: row.player_id, currency: row.currency, bonusId: row.id })))
      throw new Error(`bonus ${row.id} could not be taken out of its wallet`)
  }
  return moveBonus(tx, row, { move: ending, by, at: deps.clock.now() }, await readLocale(tx, row.player_id))
}

const endings: Record<Ending, FixedKind> = {
  played: bonusConverted,
  cancelled: bonusCancelled,
  expired: bonusExpired,
  lost: bonusLost,
}

async function post(tx: Tx, deps: LedgerDeps, row: BonusRow, kind: FixedKind, amount: bigint): Promise<void> {
  const posted = await deps.ledger.postIn(tx, {
    ...kind.of({ playerId: row.player_id, currency: row.currency, amount: amount as Subunits }),
    actor: 'bonuses',
    idempotencyKey: `${kind.name}:${row.id}`,
    requestHash: randomUUID(),
    reference: { kind: 'bonus', id: row.id, label: readOfferName(row, await readLocale(tx, row.player_id)) },
  })
  if (!posted.ok) throw new Error(`${kind.name} of bonus ${row.id} was refused by the ledger: ${posted.refusal}`)
}
