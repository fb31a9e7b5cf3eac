/** A method of payment, a field of it and an account, as the API gives them; tests state what matters to them. */
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'

export const methodField = (part: Partial<MethodField>): MethodField => ({
  key: 'holder',
  fieldType: 'text',
  value: null,
  isRequired: true,
  regexp: null,
  labels: { en: 'Holder' },
  hints: {},
  options: [],
  ...part,
})
export const paymentMethod = (part: Partial<PaymentMethod> = {}): PaymentMethod => ({
  method: 'card',
  names: { en: 'Card' },
  type: 'form',
  kind: 'card',
  logo: null,
  processingType: 'form',
  amountMin: 1000,
  amountMax: 50_000,
  presets: [],
  fields: [],
  ...part,
})
export const walletAccount = (part: Partial<Account> = {}): Account => ({
  id: 'a1',
  currency: 'EUR',
  balance: 0,
  bonusBalance: 0,
  roundsNet: 0,
  withdrawalBalance: 0,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1,
  version: 1,
  ...part,
})
