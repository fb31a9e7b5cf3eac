/** A site with flagged payments, and queries for tests. */
import { operator } from './operator.ts'
import { expect } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { presentPayment } from '#server/cashier/desk/payments.ts'
import { selectFlagged } from '#server/cashier/desk/queues.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { settleDeposit } from '#server/cashier/deposits/settle-deposit.ts'
import { type FlagSettlement, settleFlag } from '#server/cashier/flags/settle-flag.ts'
import { settlePayout } from '#server/cashier/payouts/settle-payout.ts'
import type { PaymentReport, PayoutReport } from '#server/partners/payments/port.ts'
import type { Cashier, TestPlayer } from './cashier.ts'

export type Invoice = { id: string; number: string }
export type Decision = FlagSettlement['decision']

export function flaggedPayments(app: Cashier, player: TestPlayer) {
  const { deps, asOwner } = app
  const balance = (address: string) => deps.ledger.balance(address)
  return {
    settle: ({ number }: Invoice, decision: Decision, more: Partial<FlagSettlement> = {}) =>
      settleFlag({ ...deps, actor: operator }, { number, decision, reason: 'looked into it', ...more }),
    row: async ({ id }: Invoice) =>
      (
        await asOwner(
          'SELECT status::int, stage, flag, amount::int, currency, debt::int FROM payments.invoices WHERE id = $1',
          [id],
        )
      ).rows[0],
    decisions: async ({ number }: Invoice) =>
      (await selectFlagged(deps.db.kysely, null, 500).execute())
        .filter((each) => each.number === number)
        .flatMap((each) => presentPayment(each).flag!.decisions),
    async money(currency = 'EUR') {
      const account = await player.account(currency)
      return account && { cash: account.withdrawalBalance, held: account.lockedBalance }
    },
    /** Returns how the balances changed during the work. */
    async moved(addresses: string[], work: () => Promise<unknown>): Promise<bigint[]> {
      const before = await Promise.all(addresses.map(balance))
      await work()
      return (await Promise.all(addresses.map(balance))).map((after, index) => after - before[index]!)
    },
    async expectOnRecord(invoice: Invoice, decision: Decision, ...before: Decision[]): Promise<void> {
      const { rows } = await asOwner(
        `SELECT detail FROM identity.audit WHERE action = 'flag-settled' AND detail->>'invoice' = $1 ORDER BY id`,
        [invoice.number],
      )
      expect(rows.map(({ detail }) => [detail.decision, detail.reason])).toEqual(
        [...before, decision].map((each) => [each, 'looked into it']),
      )
    },
    expectConsistentLedger: async () => expect(await findBreaches(deps.db.pool, allInvariants)).toEqual([]),
    async deposit(amount = 5000, wish: { bonusId?: string } = {}): Promise<Invoice> {
      const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
        method: 'sandbox.card',
        currency: 'EUR',
        amount,
        accountId: player.accounts.EUR,
        fields: {},
        ...wish,
      })
      return (await asOwner('SELECT id, number FROM payments.invoices WHERE id = $1', [body.invoiceId])).rows[0]
    },
    /** Applies the partner's report on a deposit. */
    reportDeposit: ({ id }: Invoice, report: Partial<PaymentReport>) =>
      deps.db.transaction((tx) =>
        settleDeposit(deps, tx, 'sandbox', {
          subject: 'payment',
          invoiceId: id,
          externalId: app.sandbox.payments.byReference(id)!.id,
          state: 'succeeded',
          amount: 5000n as never,
          currency: 'EUR',
          isTagWrong: false,
          ...report,
        }),
      ),
    async withdrawal(amount = 10_000, isSent = true): Promise<Invoice> {
      const fields = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
      const { status, body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
        method: 'sandbox.bank',
        currency: 'EUR',
        amount,
        accountId: player.accounts.EUR,
        fields,
      })
      expect(status).toBe(200)
      if (isSent) await sendPayouts(deps)
      return body
    },
    /** Applies the partner's report on a payout. */
    reportPayout: ({ id }: Invoice, report: Partial<PayoutReport>) =>
      deps.db.transaction((tx) =>
        settlePayout(deps, tx, 'sandbox', {
          subject: 'payout',
          invoiceId: id,
          externalId: app.sandbox.payouts.byReference(id)?.id ?? `po ${id}`,
          state: 'succeeded',
          amount: 10_000n as never,
          currency: 'EUR',
          ...report,
        }),
      ),
  }
}
