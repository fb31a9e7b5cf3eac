/** Pays the total of free spins that a studio counted itself, and ends them; once, however late. */
import { sql } from 'kysely'
import { BonusStatus } from '#contract/bonuses.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { CutAmount } from '#contract/exact-number.ts'
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps } from '../deps.ts'
import { record } from '../kernel/facts/fact.ts'
import { freespinsFinished } from '../kernel/facts/kinds.ts'
import { freeSpinsPaid, freeSpinsSetAside, noteRemainder } from '../ledger/index.ts'
import { readClosed, readLocale } from '../identity/index.ts'
import { lockBonusWallet } from '../wallet/index.ts'
import { publishFreespin, readOfferName } from './internal/rows.ts'
import { columnsOf } from './internal/states.ts'

type Total = {
  id: string
  studio: string
  total: CutAmount
  /** The highest win of the game, as a multiple of the stake with at most two decimals. */
  highest(gameId: string): number
}
type Paid = { playerId: string; currency: string }

export async function payFreeSpins(
  deps: LedgerDeps,
  { id, studio, total: { amount, remainder }, highest }: Total,
): Promise<Result<Paid, 'unknown' | 'totalTooLarge' | 'totalConflict'>> {
  return deps.db.transaction(async (tx): Promise<Result<Paid, 'unknown' | 'totalTooLarge' | 'totalConflict'>> => {
    const seen = await tx
      .selectFrom('bonuses.player_freespins')
      .select(['player_id', 'currency', 'game_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    // Ids of an outside studio's games begin with its name.
    if (!seen?.game_id.startsWith(`${studio}-`)) return refuse('unknown')
    await lockBonusWallet(tx, seen)
    const row = await tx
      .selectFrom('bonuses.player_freespins')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Spins that were never activated cannot have been played.
    if (row.status === BonusStatus.issued) return refuse('unknown')
    const hundredths = BigInt(Math.round(highest(row.game_id) * 100))
    if (amount * 100n > row.spin_amount * BigInt(row.count) * hundredths) return refuse('totalTooLarge')
    const wallet = { playerId: row.player_id, currency: row.currency }
    // A closed account receives nothing; wins that are set aside are forfeited later by the job that credits them.
    const isGivenUp = !row.wins_as_bonus && (await readClosed(tx, [row.player_id])).length > 0
    const due = (isGivenUp ? 0n : amount) as Subunits
    const posted = await deps.ledger.postIn(tx, {
      ...(row.wins_as_bonus ? freeSpinsSetAside : freeSpinsPaid).of({ ...wallet, amount: due }),
      wallet,
      actor: `studio:${studio}`,
      idempotencyKey: `fairhouse:freespins:${id}`,
      requestHash: String(amount),
      reference: { kind: 'bonus', id, label: readOfferName(row, await readLocale(tx, row.player_id)) },
    })
    if (!posted.ok) return refuse('totalConflict')
    const idempotencyKey = `fairhouse:freespins:${id}`
    await noteRemainder(deps, tx, { actor: `studio:${studio}`, idempotencyKey, currency: row.currency, remainder })
    if (posted.value.isReplay) return ok(wallet)
    const won = row.wins_as_bonus ? row.won + amount : row.won
    if (row.status === BonusStatus.finished) {
      // The end of the spins was announced before; the bonus is announced once it is credited.
      await tx.updateTable('bonuses.player_freespins').set({ won }).where('id', '=', id).execute()
      return ok(wallet)
    }
    // The uses have no bets here, because the studio has counted them.
    await sql`
      INSERT INTO bonuses.freespin_uses (actor, bet_key, freespin_id)
      SELECT ${`studio:${studio}`}, ${`fairhouse:freespins:${id}:`} || n, ${id}::uuid
      FROM generate_series(${row.used + 1}::int, ${row.count}::int) AS n`.execute(tx)
    const moved = await tx
      .updateTable('bonuses.player_freespins')
      .set({
        ...columnsOf('played'),
        used: row.count,
        won,
        finished_at: deps.clock.now(),
        version: row.version + 1,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(tx, freespinsFinished, {
      player: moved.player_id,
      subject: moved.id,
      data: { bonusId: moved.bonus_id, used: moved.used, result: moved.result },
    })
    await publishFreespin(tx, moved, await readLocale(tx, moved.player_id))
    return ok(wallet)
  })
}
