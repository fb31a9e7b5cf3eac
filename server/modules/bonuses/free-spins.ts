/** Free spins at the game: a stake of just their amount, there, is the house's; what it wins is the player's cash. */
import type { Deps, Tx } from '../../deps.ts'
import { readLocale } from '../players/read-locale.ts'
import { type FreespinRow, moveFreespin } from './internal/rows.ts'

export type Spin = { playerId: string; currency: string; gameId: string; amount: bigint }

/** Cheap: asked before every bet. */
export async function hasFreespin({ db, clock }: Pick<Deps, 'db' | 'clock'>, spin: Spin): Promise<boolean> {
  const { rows } = await db.pool.query({
    name: 'bonuses-has-freespin',
    text: 'SELECT 1 FROM bonuses.player_freespins WHERE player_id = $1 AND status = 2 AND currency = $2 AND game_id = $3 AND spin_amount = $4 AND expires_at > $5 LIMIT 1',
    values: [spin.playerId, spin.currency, spin.gameId, spin.amount, clock.now()],
  })
  return rows.length > 0
}

/** The spins that one is taken from, locked; undefined where another bet took the last. */
export async function lockFreespin(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  spin: Spin,
): Promise<FreespinRow | undefined> {
  return tx
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('player_id', '=', spin.playerId)
    .where('status', '=', 2)
    .where('currency', '=', spin.currency)
    .where('game_id', '=', spin.gameId)
    .where('spin_amount', '=', spin.amount)
    .where('expires_at', '>', clock.now())
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts one spin, under the key of the bet that took it. */
export async function useFreespin(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  row: FreespinRow,
  bet: { actor: string; key: string },
): Promise<void> {
  await tx
    .insertInto('bonuses.freespin_uses')
    .values({ actor: bet.actor, bet_key: bet.key, freespin_id: row.id })
    .execute()
  const isLast = row.used + 1 === row.count
  await moveFreespin(
    tx,
    row,
    { used: row.used + 1, ...(isLast ? { status: 3, result: 2, finished_at: clock.now() } : {}) },
    await readLocale(tx, row.player_id),
  )
}

/** A bet that is undone gives its spin back. False where that bet took none. Spins whose time is over stay over. */
export async function returnFreespin(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  bet: { actor: string; key: string },
): Promise<boolean> {
  const use = await tx
    .deleteFrom('bonuses.freespin_uses')
    .where('actor', '=', bet.actor)
    .where('bet_key', '=', bet.key)
    .returning('freespin_id')
    .executeTakeFirst()
  if (!use) return false
  const row = await tx
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('id', '=', use.freespin_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const mayGoOn = row.status === 3 && row.result === 2 && row.expires_at > clock.now()
  await moveFreespin(
    tx,
    row,
    { used: row.used - 1, ...(mayGoOn ? { status: 2, result: 1, finished_at: null } : {}) },
    await readLocale(tx, row.player_id),
  )
  return true
}
