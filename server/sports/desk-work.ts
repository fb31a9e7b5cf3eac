/** What of sports waits for a person, at the desk: listed, debts written off, payments to closed accounts recorded. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/sports.ts'
import type { BetStatus } from '#contract/sportsbook-protocol.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tx } from '../deps.ts'
import { findPlayer, lockStatus } from '../identity/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../kernel/page-key.ts'
import { lockWallets, player as parts, readFunds } from '../ledger/index.ts'
import { answerOfWrittenOff, debtsWrittenOffLately, isAboveThreshold } from '../operators/index.ts'
import { fromDecimal } from '../kernel/decimal.ts'
import { findCurrency, formatAmount, inUnits } from '../reference/index.ts'
import { clearDebt } from './clear-debt.ts'
import { readTheirs } from './compare-bets.ts'
import { heldTooLongMs } from './metrics.ts'
import { payClosedAccount } from './pay-closed-account.ts'

type Kind = VerbInput<typeof contract.listSportsWork>['kind']
type SportsWork = contract.SportsWork
type Row = {
  since: Date
  id: string
  bet: string | null
  bet_id: string | null
  player_id: string | null
  currency: string | null
  status: BetStatus | null
  stake: bigint | null
  open_stake: bigint | null
  payout: bigint | null
  expected: bigint | null
  debt: bigint | null
  theirs: unknown
}

const pageSize = 50
const Key = z.tuple([z.iso.datetime(), z.string().max(200)])
const ofBet = sql`bet.id::text AS id, bet.id AS bet, bet.bet_id, bet.player_id, bet.currency, bet.status,
  bet.stake, bet.open_stake, bet.payout, bet.expected_payout AS expected, bet.debt, NULL::jsonb AS theirs`

function sourceOf(kind: Kind, now: Date): RawBuilder<unknown> {
  switch (kind) {
    case 'differences':
      return sql`SELECT found_at AS since, concat(sportsbook, ' ', found.bet_id) AS id, bet.id AS bet, found.bet_id,
          bet.player_id, bet.currency, bet.status, bet.stake, bet.open_stake, bet.payout, bet.expected_payout AS expected,
          bet.debt, found.theirs
        FROM sports.discrepancies AS found LEFT JOIN sports.bets AS bet USING (sportsbook, bet_id)
        WHERE found.resolved_at IS NULL`
    case 'miscalculated':
      return sql`SELECT changed_at AS since, ${ofBet} FROM sports.bets AS bet
        WHERE status = 'settled' AND expected_payout <> payout`
    case 'held':
      return sql`SELECT placed_at AS since, ${ofBet} FROM sports.bets AS bet
        WHERE status = 'held' AND placed_at < ${new Date(now.getTime() - heldTooLongMs)}`
    case 'debts':
      return sql`SELECT changed_at AS since, ${ofBet} FROM sports.bets AS bet WHERE debt > 0`
    case 'closed':
      return sql`SELECT at AS since, concat(player_id, ' ', currency) AS id, NULL::uuid AS bet, NULL::text AS bet_id,
          player_id, currency, NULL::text AS status, NULL::bigint AS stake, NULL::bigint AS open_stake,
          NULL::bigint AS payout, NULL::bigint AS expected,
          NULL::bigint AS debt, NULL::jsonb AS theirs
        FROM sports.late_payouts`
  }
}

export async function listSportsWork(
  { db, clock, ledger }: DeskCtx,
  { kind, after }: VerbInput<typeof contract.listSportsWork>,
): Promise<Result<ReplyOf<typeof contract.listSportsWork>>> {
  const key = readKey(after, Key)
  const found = await sql<Row>`SELECT * FROM (${sourceOf(kind, clock.now())}) AS work
    WHERE ${key ? sql`(since, id) > (${key[0]}::timestamptz, ${key[1]})` : sql`true`}
    ORDER BY since, id LIMIT ${pageSize + 1}`.execute(db.kysely)
  const { rows, next } = pageOf(found.rows, pageSize, ({ since, id }) => [since, id])
  const cashOf = (playerId: string, currency: string) => ledger.balance(parts.cash.of({ playerId, currency }))
  const work = await Promise.all(
    rows.map(async (row) => {
      const { currency, player_id: playerId, debt } = row
      const owed = kind === 'closed' ? await cashOf(playerId!, currency!) : kind === 'debts' ? debt : null
      return {
        bet: row.bet,
        betId: row.bet_id,
        playerId,
        since: row.since.toISOString(),
        ours: oursIn(row),
        theirs: theirsIn(row),
        amount: owed === null ? null : inUnits(owed, currency!),
      }
    }),
  )
  return ok({ work, next })
}

function oursIn({ currency, status, stake, open_stake, payout, expected }: Row): SportsWork['ours'] {
  if (currency === null || status === null) return null
  const money = (amount: bigint | null) => inUnits(amount!, currency)
  return {
    status,
    stake: money(stake),
    openStake: money(open_stake),
    payout: money(payout),
    expected: expected === null ? null : money(expected),
  }
}

function theirsIn({ theirs }: Row): SportsWork['theirs'] {
  const listed = readTheirs(theirs)
  if (!listed) return null
  // A currency that the site does not have is listed in its subunits.
  const money = (amount: number) =>
    findCurrency(listed.currency)
      ? inUnits(BigInt(amount), listed.currency)
      : { amount: String(amount), currency: listed.currency }
  const { status, stake, openStake, payout } = listed
  return { status, stake: money(stake), openStake: money(openStake), payout: money(payout) }
}

type Clearing = VerbInput<typeof contract.clearSportsDebt>

export async function clearSportsDebt(
  ctx: DeskCtx,
  { betId, reason, seen }: Clearing,
): Promise<Result<ReplyOf<typeof contract.clearSportsDebt>, RefusalOf<typeof contract.clearSportsDebt>>> {
  const cleared = await clearDebt(ctx, { betId, reason, seen })
  const answer =
    cleared.ok || cleared.refusal !== 'noDebt'
      ? cleared
      : await answerOfWrittenOff(ctx, { of: 'bet', id: betId, reason })
  return answer.ok ? ok({ amount: inUnits(answer.value.amount, answer.value.currency) }) : answer
}

/** Of more than the threshold of adjustments, together with what was written off for this player within a day. */
export const clearingApproval = {
  async isNeeded(ctx: DeskCtx, tx: Tx, { betId }: Clearing): Promise<boolean> {
    const bet = await findBet(tx, betId)
    if (!bet || bet.debt === 0n) return false
    const earlier = await debtsWrittenOffLately(tx, ctx, bet.player_id)
    return isAboveThreshold(tx, ctx, 'adjustment', [...earlier, { amount: bet.debt, currency: bet.currency }])
  },
  subjectOf: async (_ctx: DeskCtx, { betId, seen }: Clearing): Promise<string> => `debt of ${seen} for bet ${betId}`,
  async versionOf(tx: Tx, { betId }: Clearing): Promise<string> {
    const known = await findBet(tx, betId)
    if (!known) return ''
    await lockWallets(tx, known.player_id)
    const bet = await findBet(tx, betId)
    return `${bet!.debt} ${bet!.sequence}`
  },
}

const findBet = (tx: Tx, id: string) =>
  tx
    .selectFrom('sports.bets')
    .select(['player_id', 'currency', 'debt', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirst()

type Payment = VerbInput<typeof contract.recordClosedPayment>

export async function recordClosedPayment(
  ctx: DeskCtx,
  { playerId, currency, amount: text, reason }: Payment,
): Promise<Result<void, RefusalOf<typeof contract.recordClosedPayment>>> {
  const amount = fromDecimal(text, currency)
  if (!amount) return refuse('amountInvalid')
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const paid = await payClosedAccount(ctx, { playerId, currency, amount, reason })
  if (!paid.ok) return paid
  const { isRecorded, cash, before } = paid.value
  // Repeated, because its answer was lost.
  if (isRecorded || (before?.amount === amount && before.reason === reason)) return ok()
  const earlier = before
    ? ` ${formatAmount(before.amount, currency, 'en')} were recorded at ${before.at.toISOString().slice(0, 16)}: ${before.reason}`
    : ''
  return refuse('notRecorded', {
    message: `Nothing was recorded: the account has ${formatAmount(cash, currency, 'en')}.${earlier}`,
  })
}

/** The whole amount is recorded at once, so it is compared with the threshold of withdrawals alone. */
export const closedPaymentApproval = {
  async isNeeded(ctx: DeskCtx, tx: Tx, { amount: text, currency }: Payment): Promise<boolean> {
    return isAboveThreshold(tx, ctx, 'withdrawal', [{ amount: fromDecimal(text, currency) ?? 0n, currency }])
  },
  subjectOf: async (_ctx: DeskCtx, { playerId, amount, currency }: Payment): Promise<string> =>
    `${amount} ${currency} paid to closed account ${playerId.slice(0, 8)}`,
  async versionOf(tx: Tx, { playerId, currency }: Payment): Promise<string> {
    const status = await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    const { cash } = await readFunds(tx, { playerId, currency })
    return `${status} ${cash}`
  },
}
