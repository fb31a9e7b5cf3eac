/** Actions of a player with money, for tests of another operation. */
import { randomUUID } from 'node:crypto'
import type { PlayerCtx } from '#server/deps.ts'
import { movement, transfer } from '#tests/money/wallets.ts'
import type { Answer, Cashier, TestPlayer } from './cashier.ts'
import { contextOf } from './contexts.ts'

type Wallet = { cash: number; bonus: number; vault: number }
export type MoneyCalls = {
  withdraw(amount: number): Promise<Answer>
  /** Moves cash to the games; false if there is too little. */
  stake(amount: number): Promise<boolean>
  /** Starts a deposit with its bonus and pays it at the partner; `settle()` credits it. */
  payDeposit(): Promise<void>
  wallet(): Promise<Wallet>
  /**
   * Returns the context of a call whose session was checked earlier: the end of the session meanwhile does not end the
   * call.
   */
  authenticated(): Promise<PlayerCtx>
}

/** All amounts are in euros. `player` is called for each action. */
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
