/** Payment endpoints and the verbs behind them. */
import * as contract from '#contract/payments.ts'
import { bind, bindPartner } from '../kernel/http/bind.ts'
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
