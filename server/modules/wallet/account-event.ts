/** The push of a changed account, built from the event that the posting function stored in the outbox. */
import { toWire } from '#contract/money.ts'
import type { Account, AccountStatus } from '#contract/wallet.ts'

type Written = [
  id: string,
  currency: string,
  status: AccountStatus,
  cash: number,
  bonus: number,
  held: number,
  vault: number,
]

export function presentAccountEvent(payload: unknown, version: number): Account {
  const [id, currency, status, cash, bonus, held, vault] = payload as Written
  const wire = (amount: number): number => toWire(BigInt(amount))
  return {
    id,
    currency,
    balance: wire(cash + bonus),
    withdrawalBalance: wire(cash),
    lockedBalance: wire(held),
    vaultBalance: wire(vault),
    status,
    version,
  }
}
