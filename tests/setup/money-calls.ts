/** What a test's player does with money, beside the capability under test. */
import { randomUUID } from 'node:crypto'
import type { PlayerCtx } from '#server/deps.ts'
import { movement, transfer } from '#tests/money/wallets.ts'
import type { Answer, Cashier, TestPlayer } from './cashier.ts'
import { contextOf } from './contexts.ts'

type Wallet = { cash: number; bonus: number; vault: number }
export type MoneyCalls = {
  withdraw(amount: number): Promise<Answer>
  /** Cash goes to the games; false where it does not suffice. */
  stake(amount: number): Promise<boolean>
  /** A deposit with its bonus, paid at the partner: `settle()` credits it. */
  payDeposit(): Promise<void>
  wallet(): Promise<Wallet>
  /** A call whose session was checked before: what ends the session meanwhile does not end the call. */
  authenticated(): Promise<PlayerCtx>
}

/** All in euros. `player` is asked at each call. */
export function moneyCalls(app: () => Cashier, player: () => TestPlayer): MoneyCalls {
  return {
    withdraw: (amount) =>
      player().call('POST', '/api/payment/invoices/withdrawal', {
        method: 'sandbox.bank',
        currency: 'EUR',
        amount,
        accountId: player().accounts.EUR,
        fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
        idempotencyKey: randomUUID(),
      }),
    stake: async (amount) => {
      const bet = transfer(`player:${player().id}:cash:EUR`, 'house:games:EUR', amount)
      return (await app().deps.ledger.post(movement({ kind: 'fee', transfers: [bet] }))).ok
    },
    payDeposit: async () => {
      const { body } = await player().call('POST', '/api/payment/invoices/deposit', {
        method: 'sandbox.card',
        currency: 'EUR',
        amount: 5000,
        accountId: player().accounts.EUR,
        fields: {},
        bonusId: 'welcome-100',
      })
      const { payments } = app().sandbox
      payments.decide(payments.byReference(body.invoiceId)!.id, 'pay')
    },
    wallet: async () => {
      const found = await app().asOwner('SELECT cash::int, bonus::int, vault::int FROM wallet.accounts WHERE id = $1', [
        player().accounts.EUR,
      ])
      return found.rows[0]
    },
    authenticated: async () => {
      const { id } = player()
      const { rows } = await app().asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [id])
      return contextOf(app().deps, { id, sessionId: rows[0].id }, { country: 'DE' })
    },
  }
}
