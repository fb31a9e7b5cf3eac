/** Turns free-spin wins that were set aside into a bonus once the spins have ended and none of their rounds is open. */
import { randomUUID } from 'node:crypto'
import { BonusStatus, BonusType } from '#contract/bonuses.ts'
import type { Subunits } from '#contract/money.ts'
import type { Deps, LedgerDeps, Tx } from '../deps.ts'
import { workThrough } from '../kernel/jobs/work-through.ts'
import { type FixedKind, hasOpenFreeRound, spinWinsCredited, spinWinsForfeited } from '../ledger/index.ts'
import { arePromotionsBarred, isExcludedIn } from '../protection/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'
import { isOfferedIn } from '../reference/index.ts'
import { lockBonusWallet } from '../wallet/index.ts'
import { times } from './internal/amounts.ts'
import { giveBonus } from './internal/give.ts'
import { type FreespinRow, readFreespinTerms, readOfferName } from './internal/rows.ts'

type Due = { id: string; player_id: string; wins_due_at: Date }

const secondMs = 1000
const hourMs = 3600 * secondMs
const dayMs = 86_400_000

export const spinWinsDue = `SELECT min(wins_due_at) FROM bonuses.player_freespins WHERE status = ${BonusStatus.finished} AND won > wins_settled`

/** Returns how many were credited or forfeited. */
export function creditSpinWins(deps: Deps): Promise<number> {
  return workThrough<Due>(deps.log, {
    name: 'wins of free spins',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('bonuses.player_freespins')
        .select(['id', 'player_id', 'wins_due_at'])
        .where('status', '=', BonusStatus.finished)
        .whereRef('won', '>', 'wins_settled')
        .where('wins_due_at', '<=', deps.clock.now())
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('wins_due_at', 'id'), '>', tuple(last!.wins_due_at, last!.id)),
          ),
        )
        .orderBy('wins_due_at')
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: (due) => deps.db.transaction((tx) => settleOne(tx, deps, due)),
  })
}

async function settleOne(tx: Tx, deps: LedgerDeps, { id, player_id: playerId }: Due): Promise<boolean> {
  const status = await lockStatus(tx, playerId)
  const isBarred =
    status !== 'active' || (await isExcludedIn(tx, deps, playerId)) || (await arePromotionsBarred(tx, playerId))
  const row = await lockSpins(tx, id)
  if (row.status !== BonusStatus.finished || row.won === row.wins_settled) return false
  if (row.wins_forfeited || status === 'closed') return forfeit(tx, deps, row)
  const at = deps.clock.now().getTime()
  // Wins are not lost because of a protection: they are credited within an hour after it ends.
  if (isBarred) return wait(tx, row, new Date(at + hourMs))
  if (await hasOpenFreeRound(tx, id)) return wait(tx, row, new Date(at + secondMs))
  return credit(tx, deps, row)
}

/** Locks the wallet first, as everywhere that money moves. */
async function lockSpins(tx: Tx, id: string): Promise<FreespinRow> {
  const own = tx.selectFrom('bonuses.player_freespins').selectAll().where('id', '=', id)
  await lockBonusWallet(tx, await own.executeTakeFirstOrThrow())
  return own.forUpdate().executeTakeFirstOrThrow()
}

async function wait(tx: Tx, { id }: FreespinRow, until: Date): Promise<false> {
  await tx.updateTable('bonuses.player_freespins').set({ wins_due_at: until }).where('id', '=', id).execute()
  return false
}

async function credit(tx: Tx, deps: LedgerDeps, row: FreespinRow): Promise<true> {
  const { wins } = readFreespinTerms(row.terms)
  if (!wins || row.wins_bonus_id) throw new Error(`wins of free spins ${row.id} cannot become a bonus`)
  const amount = row.won - row.wins_settled
  await post(tx, deps, row, spinWinsCredited)
  const now = deps.clock.now()
  const { wagering, contribution, days } = wins
  const id = randomUUID()
  const bonus = await giveBonus(
    tx,
    deps,
    {
      id,
      player_id: row.player_id,
      bonus_id: row.bonus_id,
      offer_version: row.offer_version,
      terms: JSON.stringify({ name: readFreespinTerms(row.terms).name, wagering, contribution }),
      is_once: row.is_once,
      package_id: row.package_id,
      currency: row.currency,
      invoice_id: row.invoice_id,
      type: BonusType.cash,
      amount,
      wager_total: times(amount, wagering),
      max_bet: row.wins_max_bet,
      created_at: now,
      expires_at: new Date(now.getTime() + days * dayMs),
    },
    { isActivated: await isOfferedIn(tx, row.currency) },
  )
  if (!bonus) throw new Error(`wins of free spins ${row.id} were credited before`)
  await tx
    .updateTable('bonuses.player_freespins')
    .set({ wins_settled: row.won, wins_bonus_id: id })
    .where('id', '=', row.id)
    .execute()
  return true
}

async function forfeit(tx: Tx, deps: LedgerDeps, row: FreespinRow): Promise<true> {
  await post(tx, deps, row, spinWinsForfeited)
  await tx
    .updateTable('bonuses.player_freespins')
    .set({ wins_settled: row.won, wins_forfeited: true })
    .where('id', '=', row.id)
    .execute()
  return true
}

/** Moves the wins; the movement's key ensures that each amount is moved once. */
async function post(tx: Tx, deps: LedgerDeps, row: FreespinRow, kind: FixedKind): Promise<void> {
  const { player_id: playerId, currency } = row
  const posted = await deps.ledger.postIn(tx, {
    ...kind.of({ playerId, currency, amount: (row.won - row.wins_settled) as Subunits }),
    actor: 'spin-wins',
    idempotencyKey: `${row.id}:${row.won}`,
    requestHash: kind.name,
    reference: { kind: 'bonus', id: row.id, label: readOfferName(row, await readLocale(tx, playerId)) },
  })
  if (!posted.ok) throw new Error(`${kind.name} of ${row.id} was refused by the ledger: ${posted.refusal}`)
}
