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

let isOpen = false

/** The wallet shows this tab and account: when it opens, and after each change of one of them. */
export function enterWallet(side: 'deposit' | 'withdraw', walletType: string): void {
  common = { walletOperationType: side, walletType }
  if (!isOpen) trackWallet('open')
  isOpen = true
}

export function leaveWallet(): void {
  trackWallet('close')
  isOpen = false
}

export function trackWallet(step: WalletStep, data: AnalyticsData = {}): void {
  track('wallet', { step, ...common, ...data })
}
