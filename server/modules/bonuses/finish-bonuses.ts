/** Ends bonuses whose time, wager or money is over, each in a transaction of its own. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Deps } from '../../deps.ts'
import { readLocale } from '../players/read-locale.ts'
import { finish } from './internal/play-with.ts'
import { type BonusRow, lockWallet, moveFreespin } from './internal/rows.ts'
import type { Ending } from './internal/states.ts'

const chunk = 100

/** Played through or lost: at once. A round that is still open keeps such a bonus, which is looked at again every second. */
export const bonusesDue = `SELECT LEAST(
  (SELECT 'epoch'::timestamptz FROM wallet.accounts WHERE bonus_id IS NOT NULL AND (wager_placed >= wager_total OR bonus = 0) LIMIT 1),
  (SELECT min(expires_at) FROM bonuses.player_bonuses WHERE status < 3),
  (SELECT min(expires_at) FROM bonuses.player_freespins WHERE status < 3))`

export async function finishBonuses(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const { rows } = await deps.db.pool.query<{ id: string }>(
    `SELECT bonus.id FROM wallet.accounts AS wallet JOIN bonuses.player_bonuses AS bonus ON bonus.id = wallet.bonus_id
      WHERE wallet.bonus_id IS NOT NULL AND (wallet.wager_placed >= wallet.wager_total OR wallet.bonus = 0)
     UNION SELECT id FROM bonuses.player_bonuses WHERE status < 3 AND expires_at <= $1 LIMIT $2`,
    [now, chunk],
  )
  for (const { id } of rows) await endOne(deps, id)
  return rows.length + (await expireFreespins(deps))
}

/** Wallet first, as everywhere that money moves; then it is decided what is true under both locks. */
async function endOne(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const seen = await tx
      .selectFrom('bonuses.player_bonuses')
      .select(['player_id', 'currency'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const wallet = await lockWallet(tx, seen)
    const row = await tx
      .selectFrom('bonuses.player_bonuses')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const ending = await endingOf(deps, row, wallet, () => hasOpenStake(tx, row))
    if (ending) await finish(tx, deps, row, ending)
  })
}

type WalletState = { bonus: bigint; bonus_id: string | null; wager_placed: bigint; wager_total: bigint }
async function endingOf(
  deps: Deps,
  row: BonusRow,
  wallet: WalletState,
  hasOpen: () => Promise<boolean>,
): Promise<Ending | null> {
  if (row.status === BonusStatus.finished) return null
  if (row.expires_at <= deps.clock.now()) return 'expired'
  if (row.status !== BonusStatus.active || wallet.bonus_id !== row.id) return null
  // A round under way may still bring money back to the bonus, or take its stake back out of the wager.
  if (await hasOpen()) return null
  if (wallet.wager_placed >= wallet.wager_total) return 'played'
  return wallet.bonus === 0n ? 'lost' : null
}

async function hasOpenStake(tx: Parameters<typeof finish>[0], { id, player_id }: BonusRow): Promise<boolean> {
  const open = await tx
    .selectFrom('games.rounds')
    .select('id')
    .where('player_id', '=', player_id)
    .where('bonus_id', '=', id)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

async function expireFreespins({ db, clock }: Deps): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const over = await tx
      .selectFrom('bonuses.player_freespins')
      .selectAll()
      .where('status', '<', BonusStatus.finished)
      .where('expires_at', '<=', now)
      .limit(chunk)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of over)
      await moveFreespin(tx, row, { move: 'expired', by: 'system', at: now }, await readLocale(tx, row.player_id))
    return over.length
  })
}
