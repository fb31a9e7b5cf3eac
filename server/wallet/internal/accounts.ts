/** Account rows: wire form, locks, and publication of changes. */
import type { Selectable } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type { Account, AccountStatus } from '#contract/wallet.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { append } from '../../kernel/outbox/append.ts'

export type AccountRow = Selectable<Tables['wallet.accounts']>

export function presentAccount(row: AccountRow): Account {
  return {
    id: row.id,
    currency: row.currency,
    balance: toWire(row.cash + row.bonus),
    bonusBalance: toWire(row.bonus),
    roundsNet: toWire(row.rounds_net),
    withdrawalBalance: toWire(row.cash),
    lockedBalance: toWire(row.held),
    vaultBalance: toWire(row.vault),
    status: row.status as AccountStatus,
    version: Number(row.version),
  }
}

/** All accounts of a player, locked in ascending order of ids as everywhere. */
export async function lockAccounts(tx: Tx, playerId: string): Promise<AccountRow[]> {
  return tx
    .selectFrom('wallet.accounts')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Changes the status of a locked account and publishes it to the player's pages. */
export async function setStatus(tx: Tx, account: AccountRow, status: AccountStatus): Promise<AccountRow> {
  const changed = await tx
    .updateTable('wallet.accounts')
    .set((row) => ({ status, version: row('version', '+', 1n) }))
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announce(tx, changed)
  return changed
}

export async function announce(tx: Tx, row: AccountRow): Promise<void> {
  await append(tx, {
    channel: playerChannel('wallet:accounts', row.player_id),
    event: 'account',
    payload: presentAccount(row),
    version: Number(row.version),
  })
}
