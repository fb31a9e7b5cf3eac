/** Tracks the steps of the wallet, for visitors who have consented (specification, section 4). */
import { type AnalyticsData, track } from '../../device/analytics.ts'

export type WalletStep =
  | 'open'
  | 'network'
  | 'type change'
  | 'selectBonus'
  | 'declineBonuses'
  | 'method'
  | 'sent'
  | 'close'
  | 'promoOpen'
  | 'promoSent'
/** Data of every step: the wallet tab, and fiat or crypto. */
let common: Pick<AnalyticsData, 'walletOperationType' | 'walletType'> = {}

export function beginWalletFunnel(side: 'deposit' | 'withdraw', walletType: string | undefined): void {
  common = { walletOperationType: side, ...(walletType ? { walletType } : {}) }
}

export function trackWallet(step: WalletStep, data: AnalyticsData = {}): void {
  track('wallet', { step, ...common, ...data })
}
