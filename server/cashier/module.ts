/** Deposits, withdrawals, and their reconciliation with partners. */
import * as adjustments from '#contract/desk/adjustments.ts'
import * as books from '#contract/desk/books.ts'
import * as contract from '#contract/desk/payments.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { routes } from './routes.ts'
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
import { queues } from './queues.ts'
import { deskSearch, timeline } from './desk/search.ts'
import { standing } from './desk/standing.ts'

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
    bindDesk(contract.withdrawalsState, withdrawalsState),
    bindDesk(contract.flagsState, flagsState),
    bindDesk(contract.listWithdrawals, listWithdrawals),
    bindDesk(contract.listFlagged, listFlagged),
    bindDesk(contract.listPayments, listPayments),
    bindDesk(contract.readPayment, readPayment),
    bindDesk(contract.decideWithdrawal, decideWithdrawal, { secondPerson: withdrawalApproval }),
    bindDesk(contract.settleFlag, settleFlag, { secondPerson: flagApproval }),
    bindDesk(contract.raiseFlag, raiseFlag),
    bindDesk(contract.listPaymentDebts, listDebts),
    bindDesk(contract.clearPaymentDebt, clearDebtOfPayment, { secondPerson: clearingApproval }),
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
