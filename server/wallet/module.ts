/** A player's accounts, statement and totals. */
import * as contract from '#contract/wallet.ts'
import { defineModule } from '../kernel/module.ts'
import { listEntries } from '../ledger/index.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { bind } from '../kernel/http/bind.ts'
import { perHour } from '../kernel/attempts.ts'
import { perPlayer } from '../kernel/per-player.ts'
import { timeline } from './timeline.ts'
import { createAccount } from './create-account.ts'
import { downloadStatement } from './statement.ts'
import { hideAccount } from './hide-account.ts'
import { listAccounts } from './list-accounts.ts'
import { listLedgerEntries } from './list-ledger-entries.ts'
import { readMoneyInPlay } from './read-money-in-play.ts'
import { readPlayTotals } from './read-play-totals.ts'
import { switchAccount } from './switch-account.ts'

/** The wallet's personal data: accounts and ledger entries. */
export const lifecycle: PlayerLifecycle = {
  sections: {
    accounts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.accounts')
        .select(['id', 'currency', 'status', 'cash', 'bonus', 'held', 'vault', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at')
        .execute(),
    ledger: async ({ db }, playerId) => (await listEntries(db.kysely, { playerId, perPage: recordLimit })).data,
  },
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('wallet.accounts')
      .select('id')
      .where('player_id', '=', playerId)
      .where((eb) => eb.or((['cash', 'bonus', 'held', 'vault'] as const).map((part) => eb(part, '>', 0n))))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}

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
  bind(contract.downloadStatement, perPlayer('statement', perHour(20), downloadStatement)),
]

export default defineModule({
  name: 'wallet',
  tables: ['wallet.accounts'],
  routes,
  lifecycle,
  timeline,
})
