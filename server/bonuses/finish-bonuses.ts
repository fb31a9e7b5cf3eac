/** Ends bonuses that have expired, met their wager or lost their money, each in its own transaction. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Deps, Tx } from '../deps.ts'
import { hasOpenBonusStake, sumOpenBonusBets } from '../ledger/index.ts'
import { readLocale } from '../identity/index.ts'
import {
  type BonusWallet,
  findFinishedBonuses,
  finishedBonusesDue,
  isWaitingForRound,
  lockBonusWallet,
} from '../wallet/index.ts'
import { isCompleted, isWagerMet } from './internal/completed.ts'
import { finish } from './internal/play-with.ts'
import { type BonusRow, moveFreespin } from './internal/rows.ts'
import type { Ending } from './internal/states.ts'

const chunk = 100

/** Wager met or money lost: due at once. While a round is open, such a bonus is checked again every second. */
export const bonusesDue = `SELECT LEAST(
  ${finishedBonusesDue},
  (SELECT min(expires_at) FROM bonuses.player_bonuses WHERE status < ${BonusStatus.finished}),
  (SELECT min(expires_at) FROM bonuses.player_freespins WHERE status < ${BonusStatus.finished}))`

export async function finishBonuses(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const { rows } = await deps.db.pool.query<{ id: string }>(
    `SELECT id FROM bonuses.player_bonuses WHERE id = ANY ($3::uuid[])
     UNION SELECT id FROM bonuses.player_bonuses WHERE status < ${BonusStatus.finished} AND expires_at <= $1
       AND NOT ${isWaitingForRound('player_bonuses.id')} LIMIT $2`,
    [now, chunk, await findFinishedBonuses(deps.db, chunk)],
  )
  for (const { id } of rows) await endOne(deps, id)
  return rows.length + (await expireFreespins(deps))
}

/** Locks the wallet and then the bonus, as everywhere that money moves; the decision is made under both locks. */
async function endOne(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const seen = await tx
      .selectFrom('bonuses.player_bonuses')
      .select(['player_id', 'currency'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const wallet = await lockBonusWallet(tx, seen)
    const row = await tx
      .selectFrom('bonuses.player_bonuses')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const ending = await endingOf(tx, deps, row, wallet)
    if (ending) await finish(tx, deps, row, ending)
  })
}

/** A bonus that was wagered in time is completed, however long its last round or this job takes. */
async function endingOf(tx: Tx, deps: Deps, row: BonusRow, wallet: BonusWallet): Promise<Ending | null> {
  if (row.status === BonusStatus.finished) return null
  if (await isCompleted(tx, row, wallet)) return 'played'
  if (isWagerMet(row, wallet)) return null
  if (row.expires_at <= deps.clock.now()) return 'expired'
  if (row.status !== BonusStatus.active || wallet.bonus_id !== row.id) return null
  // Staked bonus money may be returned, also by sports bets. A bonus whose requirement is met does not wait for those.
  if (wallet.bonus > 0n || (await hasOpenBonusStake(tx, row.id))) return null
  return (await sumOpenBonusBets(tx, row.id)) > 0n ? null : 'lost'
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
