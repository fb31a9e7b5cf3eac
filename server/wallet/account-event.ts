/** The push of a changed account, built from the event that the posting function stored in the outbox. */
import { z } from 'zod'
import { toWire } from '#contract/money.ts'
import { type Account, AccountStatus } from '#contract/wallet.ts'

const Amount = z.int()
/** Id, currency, status, cash, bonus, held, vault, and the result of rounds, which events from before its column lack. */
const Written = z.tuple([
  z.string(),
  z.string(),
  z.enum(AccountStatus),
  Amount,
  Amount,
  Amount,
  Amount,
  Amount.default(0),
])

export function presentAccountEvent(payload: unknown, version: number): Account {
  const [id, currency, status, cash, bonus, held, vault, roundsNet] = Written.parse(payload)
  const wire = (amount: number): number => toWire(BigInt(amount))
  return {
    id,
    currency,
    balance: wire(cash + bonus),
    bonusBalance: wire(bonus),
    roundsNet: wire(roundsNet),
    withdrawalBalance: wire(cash),
    lockedBalance: wire(held),
    vaultBalance: wire(vault),
    status,
    version,
  }
}
