/** Closes a jackpot: from here on no ticket is bought or drawn, and its pots belong to those who fed them last. */
import { sql } from 'kysely'
import { jackpotLevels, sharedDays } from '#contract/jackpot-odds.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import { readClosed } from '../../identity/index.ts'
import { jackpotClosed } from '../../ledger/index.ts'
import { potAccount, reserveAccount, sharesAccount } from './open.ts'

export type Closing = { pots: bigint; players: number; currency: string }

export async function closeJackpot(
  tx: Tx,
  { ledger, clock }: Pick<LedgerDeps, 'ledger' | 'clock'>,
  id: string,
): Promise<Result<Closing, 'jackpotNotFound' | 'isClosed'>> {
  const row = await tx
    .selectFrom('jackpots.jackpots')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('jackpotNotFound')
  if (row.closed_at) return refuse('isClosed')
  const now = clock.now()
  await tx.updateTable('jackpots.jackpots').set({ closed_at: now }).where('id', '=', id).execute()
  const amounts = row.pots
  const pots = amounts.reduce((sum, pot) => sum + pot, 0n)
  const { rows: counted } = await sql<{ player_id: string; alias: string; staked: bigint }>`
    SELECT player_id, encode(sha256(player_id::text::bytea), 'hex') AS alias, sum(side_stake)::bigint AS staked
    FROM jackpots.tickets
    WHERE jackpot_id = ${id} AND state = 'drawn' AND ended_at > ${new Date(now.getTime() - sharedDays * 86_400_000)}
    GROUP BY player_id ORDER BY player_id`.execute(tx)
  const closed = await closedAmong(
    tx,
    counted.map(({ player_id }) => player_id),
  )
  const shares = sharesOf(
    pots,
    counted
      .filter(({ player_id }) => !closed.has(player_id))
      .map(({ player_id, alias, staked }) => ({ playerId: player_id, alias, staked })),
  )
  const to = shares.length > 0 ? sharesAccount(row.currency) : reserveAccount(row.currency)
  const posted = await ledger.postIn(tx, {
    kind: jackpotClosed.name,
    actor: 'jackpots',
    idempotencyKey: `closed:${id}`,
    requestHash: id,
    reference: { kind: 'jackpot', id },
    transfers: jackpotLevels.flatMap((level, place) =>
      amounts[place]! > 0n ? [{ from: potAccount(level, row.currency), to, amount: amounts[place]! as Subunits }] : [],
    ),
  })
  if (!posted.ok) throw new Error(`the pots of ${id} were refused: ${posted.refusal}`)
  if (shares.length > 0)
    await sql`INSERT INTO jackpots.shares (jackpot_id, player_id, staked, amount, paid_at)
      SELECT ${id}, share.player_id, share.staked, share.amount, CASE WHEN share.amount = 0 THEN ${now}::timestamptz END
      FROM unnest(${shares.map((each) => each.playerId)}::uuid[], ${shares.map((each) => String(each.staked))}::bigint[],
        ${shares.map((each) => String(each.amount))}::bigint[]) AS share (player_id, staked, amount)`.execute(tx)
  return ok({ pots, players: shares.length, currency: row.currency })
}

/** A statement has at most 65,535 parameters. */
const playersAtOnce = 10_000

async function closedAmong(tx: Tx, playerIds: string[]): Promise<Set<string>> {
  const closed = new Set<string>()
  for (let at = 0; at < playerIds.length; at += playersAtOnce)
    for (const id of await readClosed(tx, playerIds.slice(at, at + playersAtOnce))) closed.add(id)
  return closed
}

/** `alias`: the pseudonym of audits, SHA-256 of the id, which auditors know and nobody chooses. */
type Counted = { playerId: string; alias: string; staked: bigint }
type Share = { playerId: string; staked: bigint; amount: bigint }

/**
 * In proportion to the side stakes, rounded down; the subunits that remain go to the largest remainders, of equal ones to
 * the lower pseudonym. They add up to the pots.
 */
export function sharesOf(pots: bigint, counted: Counted[]): Share[] {
  const total = counted.reduce((sum, { staked }) => sum + staked, 0n)
  if (total === 0n) return []
  const shares = counted.map((each) => ({
    ...each,
    amount: (pots * each.staked) / total,
    remainder: (pots * each.staked) % total,
  }))
  const left = Number(pots - shares.reduce((sum, { amount }) => sum + amount, 0n))
  const inOrder = shares.toSorted(
    (one, other) => Number(other.remainder - one.remainder) || (one.alias < other.alias ? -1 : 1),
  )
  for (const share of inOrder.slice(0, left)) share.amount += 1n
  return shares.map(({ playerId, staked, amount }) => ({ playerId, staked, amount }))
}
