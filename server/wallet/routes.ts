/** Wallet endpoints and the verbs behind them. */
import * as contract from '#contract/wallet.ts'
import { bind } from '../kernel/http/bind.ts'
import { perPlayer } from '../identity/index.ts'
import { createAccount } from './create-account.ts'
import { downloadStatement } from './statement.ts'
import { hideAccount } from './hide-account.ts'
import { listAccounts } from './list-accounts.ts'
import { listLedgerEntries } from './list-ledger-entries.ts'
import { readMoneyInPlay } from './read-money-in-play.ts'
import { readPlayTotals } from './read-play-totals.ts'
import { switchAccount } from './switch-account.ts'

export const routes = [
  bind(contract.listAccounts, listAccounts),
  bind(contract.createAccount, createAccount),
  bind(contract.switchAccount, switchAccount),
  bind(contract.hideAccount, hideAccount),
  bind(contract.listLedgerEntries, listLedgerEntries),
  bind(contract.readPlayTotals, readPlayTotals),
  bind(contract.readMoneyInPlay, readMoneyInPlay),
  // Each statement reads every entry of its period: far more per hour than a player needs, and far fewer than would
  // load the database.
  bind(contract.downloadStatement, perPlayer({ name: 'statement', max: 20, windowSeconds: 3600 }, downloadStatement)),
]
