/** Steps of the wallet's funnel, for those who have agreed to be measured (specification, section 4). */
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
/** What every further step says as well: which side of the wallet, and fiat or crypto. */
let common: Pick<AnalyticsData, 'walletOperationType' | 'walletType'> = {}

export function beginWalletFunnel(side: 'deposit' | 'withdraw', walletType: string | undefined): void {
  common = { walletOperationType: side, ...(walletType ? { walletType } : {}) }
}

export function publishWallet(step: WalletStep, data: AnalyticsData = {}): void {
  track('wallet', { step, ...common, ...data })
}
