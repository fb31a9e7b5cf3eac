/** Whether a bonus is completed, for the job that ends it, its expiry, and a cancellation by the player. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Tx } from '../../deps.ts'
import { hasOpenBonusStake } from '../../ledger/index.ts'
import type { BonusWallet } from '../../wallet/index.ts'
import type { BonusRow } from './rows.ts'

type Wallet = Pick<BonusWallet, 'bonus_id' | 'wager_placed' | 'wager_total'>

export function isWagerMet(row: BonusRow, wallet: Wallet): boolean {
  return row.status === BonusStatus.active && wallet.bonus_id === row.id && wallet.wager_placed >= wallet.wager_total
}

/** The wallet is locked. An open round may still take its stake out of the wager, or return money to the bonus. */
export async function isCompleted(tx: Tx, row: BonusRow, wallet: Wallet): Promise<boolean> {
  return isWagerMet(row, wallet) && !(await hasOpenBonusStake(tx, row.id))
}
