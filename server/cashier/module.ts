/** Deposits, withdrawals, and their reconciliation with partners. */
import * as adjustments from '#contract/desk/adjustments.ts'
import * as books from '#contract/desk/books.ts'
import * as desk from '#contract/desk/payments.ts'
import { sql } from 'kysely'
import * as contract from '#contract/payments.ts'
import { bind, bindDesk, bindPartner } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import type { Queue } from '../kernel/queues.ts'
import { jobs } from './jobs.ts'
import { invariants } from './invariants.ts'
import { lifecycle } from './lifecycle.ts'
import { measurePayments } from './measure-payments.ts'
import { acceptDiscrepancy, compareBooksWith, listRemaindersOf, readBooks } from './books/desk.ts'
import { reconciliationCommands } from './books/operator-commands.ts'
import { adjustBalance, adjustmentApproval, listAdjustments } from './adjustments/desk.ts'
import { clearDebtOfPayment, clearingApproval, listDebts } from './desk/debts.ts'
import { decideWithdrawal, flagApproval, raiseFlag, settleFlag, withdrawalApproval } from './desk/decide.ts'
import { listPayments } from './desk/list-payments.ts'
import { flagsState, listFlagged, listWithdrawals, withdrawalsState } from './desk/queues.ts'
import { readPayment } from './desk/read-payment.ts'
import { promiseKind } from './payouts/promise.ts'
import { deskSearch, timeline } from './desk/search.ts'
import { standing } from './desk/standing.ts'
import { listAddresses } from './address-book/list-addresses.ts'
import { removeAddress } from './address-book/remove-address.ts'
import { saveAddress } from './address-book/save-address.ts'
import { declineInvoice } from './decline-invoice.ts'
import { listDepositMethods } from './deposits/list-deposit-methods.ts'
import { listInvoices } from './list-invoices.ts'
import { listWithdrawalMethods } from './payouts/list-withdrawal-methods.ts'
import { readInvoiceStatistics } from './read-invoice-statistics.ts'
import { readRequirements } from './payouts/read-requirements.ts'
import { readPayoutTimes } from './payouts/read-payout-times.ts'
import { readPaymentPage } from './deposits/read-payment-page.ts'
import { receiveWebhook, verifyWebhook } from './webhooks/receive-webhook.ts'
import { startDeposit } from './deposits/start-deposit.ts'
import { startWithdrawal } from './payouts/start-withdrawal.ts'

/** Withdrawals in review in which the player has nothing to do, flagged payments, and differences from statements of partners. */
const queues: Queue[] = [
  {
    name: 'withdrawals',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM payments.invoices AS invoice WHERE review = 'open'
      AND NOT EXISTS (SELECT FROM payments.holds AS hold WHERE hold.invoice_id = invoice.id AND hold.ended_at IS NULL AND hold.promised_by IS NULL)`,
  },
  {
    name: 'flagged',
    query: sql`SELECT count(*)::int AS waiting, min(raised_at) AS since FROM payments.flags WHERE settled_at IS NULL`,
  },
  {
    name: 'breaks',
    query: sql`SELECT count(*)::int AS waiting, min(first_seen_at) AS since FROM payments.breaks WHERE resolved_at IS NULL AND accepted_at IS NULL`,
  },
]

export const routes = [
  bind(contract.listDepositMethods, listDepositMethods),
  bind(contract.listWithdrawalMethods, listWithdrawalMethods),
  bind(contract.startDeposit, startDeposit),
  bind(contract.startWithdrawal, startWithdrawal),
  bind(contract.readRequirements, readRequirements),
  bind(contract.listInvoices, listInvoices),
  bind(contract.readInvoiceStatistics, readInvoiceStatistics),
  bind(contract.readPayoutTimes, readPayoutTimes),
  bind(contract.readPaymentPage, readPaymentPage),
  bind(contract.declineInvoice, declineInvoice),
  bind(contract.listAddresses, listAddresses),
  bind(contract.saveAddress, saveAddress),
  bind(contract.removeAddress, removeAddress),
  bindPartner(contract.paymentWebhook, verifyWebhook, receiveWebhook),
]

export default defineModule({
  name: 'payments',
  tables: [
    'payments.addresses',
    'payments.adjustments',
    'payments.breaks',
    'payments.callbacks',
    'payments.cancellations',
    'payments.comparisons',
    'payments.flags',
    'payments.hold_turns',
    'payments.holds',
    'payments.invoice_events',
    'payments.invoices',
    'payments.payouts',
  ],
  routes,
  deskRoutes: [
    bindDesk(desk.withdrawalsState, withdrawalsState),
    bindDesk(desk.flagsState, flagsState),
    bindDesk(desk.listWithdrawals, listWithdrawals),
    bindDesk(desk.listFlagged, listFlagged),
    bindDesk(desk.listPayments, listPayments),
    bindDesk(desk.readPayment, readPayment),
    bindDesk(desk.decideWithdrawal, decideWithdrawal, { secondPerson: withdrawalApproval }),
    bindDesk(desk.settleFlag, settleFlag, { secondPerson: flagApproval }),
    bindDesk(desk.raiseFlag, raiseFlag),
    bindDesk(desk.listPaymentDebts, listDebts),
    bindDesk(desk.clearPaymentDebt, clearDebtOfPayment, { secondPerson: clearingApproval }),
    bindDesk(books.readBooks, readBooks),
    bindDesk(books.acceptDiscrepancy, acceptDiscrepancy),
    bindDesk(books.compareBooks, compareBooksWith),
    bindDesk(books.listRemainders, listRemaindersOf),
    bindDesk(adjustments.listAdjustments, listAdjustments),
    bindDesk(adjustments.adjustBalance, adjustBalance, { secondPerson: adjustmentApproval }),
  ],
  jobs,
  invariants,
  lifecycle,
  metrics: measurePayments,
  definitions: [promiseKind],
  databaseCommands: { books: reconciliationCommands },
  queues,
  deskSearch,
  timeline,
  standing,
})
