/** Names, labels and hints of the sandbox partner's methods. */
import type { Translations } from '#contract/locales.ts'
import { readMethodTexts } from '../../kernel/method-texts.ts'

export const cashAgent = '0x.withdrawal.cash_agent'
const methods = [
  'sandbox.card',
  'sandbox.instant',
  'sandbox.pix',
  'sandbox.wallet',
  'sandbox.app',
  'sandbox.voucher',
  'sandbox.bank',
  'sandbox.crypto',
  cashAgent,
] as const
export type SandboxMethod = (typeof methods)[number]
export const isSandboxMethod = (method: string): boolean => methods.some((each) => each === method)

const texts = readMethodTexts('sandbox')

export const methodNames: Record<SandboxMethod, Translations> & Record<string, Translations | undefined> = texts.of(
  'names',
  methods,
)

export const labels = texts.of('labels', [
  'network',
  'wallet',
  'holder',
  'iban',
  'accountNumber',
  'routingNumber',
  'accountType',
  'cpf',
  'phone',
  'agent',
  'note',
])

export const hints = texts.of('hints', [
  'network',
  'networkOut',
  'wallet',
  'holder',
  'iban',
  'digits',
  'cpf',
  'pixKey',
  'phone',
  'appPhone',
  'agent',
  'note',
])
