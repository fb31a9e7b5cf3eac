/** Jackpots at the desk. */
import { sql } from 'kysely'
import type * as contract from '#contract/desk/jackpots.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { jackpotLevels } from '#contract/jackpot-odds.ts'
import type { Tx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { fromDecimal } from '../../kernel/decimal.ts'
import { findCurrency, inUnits } from '../../reference/index.ts'
import { closeJackpot } from './close.ts'
import { openJackpot, reserveAccount } from './open.ts'
import { findOpen, type JackpotRow } from './rows.ts'

const mostListed = 100

export async function listDeskJackpots({
  db,
  ledger,
}: DeskCtx): Promise<Result<ReplyOf<typeof contract.listJackpots>>> {
  const { rows } = await sql<JackpotRow & { open: bigint; unpaid: bigint }>`
    SELECT jackpot.*,
      (SELECT coalesce(sum(side_stake), 0)::bigint FROM jackpots.tickets
        WHERE jackpot_id = jackpot.id AND state = 'open') AS open,
      (SELECT coalesce(sum(amount), 0)::bigint FROM jackpots.shares
        WHERE jackpot_id = jackpot.id AND paid_at IS NULL) AS unpaid
    FROM jackpots.jackpots AS jackpot ORDER BY closed_at DESC NULLS FIRST, currency LIMIT ${mostListed}`.execute(
    db.kysely,
  )
  return ok(
    await Promise.all(
      rows.map(async (row) => {
        const money = (amount: bigint) => inUnits(amount, row.currency)
        return {
          id: row.id,
          currency: row.currency,
          sideStake: money(row.side_stake),
          levels: jackpotLevels.map((level, place) => ({
            level,
            pot: money(row.closed_at ? 0n : row.pots[place]!),
            seed: money(row.seeds[place]!),
            cap: money(row.caps[place]!),
            contribution: money(row.contributions[place]!),
            wins: row.wins[place]!,
          })),
          draws: Number(row.draws),
          open: money(row.open),
          reserve: money(await ledger.balance(reserveAccount(row.currency))),
          openedAt: row.opened_at.toISOString(),
          closedAt: row.closed_at?.toISOString() ?? null,
          unpaid: money(row.unpaid),
        }
      }),
    ),
  )
}

type Opening = VerbInput<typeof contract.openJackpot>

export async function openDeskJackpot(
  ctx: DeskCtx,
  { currency, sideStake, levels, reason }: Opening,
): Promise<Result<ReplyOf<typeof contract.openJackpot>, RefusalOf<typeof contract.openJackpot>>> {
  if (!findCurrency(currency)) return refuse('currencyUnknown')
  const amounts = [sideStake, ...jackpotLevels.flatMap((level) => Object.values(levels[level]))]
  if (amounts.some((amount) => fromDecimal(amount, currency) === null)) return refuse('amountInvalid')
  const units = (amount: string): bigint => fromDecimal(amount, currency)!
  const terms = (level: (typeof jackpotLevels)[number]) => ({
    contribution: units(levels[level].contribution),
    seed: units(levels[level].seed),
    cap: units(levels[level].cap),
  })
  return ctx.db.transaction(async (tx) => {
    const opened = await openJackpot(tx, ctx, {
      currency,
      sideStake: units(sideStake),
      levels: { mini: terms('mini'), major: terms('major'), grand: terms('grand') },
    })
    if (!opened.ok) return opened
    await audit(tx, ctx, {
      action: 'jackpot-opened',
      playerId: null,
      after: { id: opened.value, sideStake, levels },
      reason,
    })
    return ok({ id: opened.value })
  })
}

export async function closeDeskJackpot(
  ctx: DeskCtx,
  { jackpotId: id, reason }: VerbInput<typeof contract.closeJackpot>,
): Promise<Result<ReplyOf<typeof contract.closeJackpot>, RefusalOf<typeof contract.closeJackpot>>> {
  return ctx.db.transaction(async (tx) => {
    const closed = await closeJackpot(tx, ctx, id)
    if (!closed.ok) return closed
    const { pots, players, currency } = closed.value
    const paid = inUnits(pots, currency)
    await audit(tx, ctx, {
      action: 'jackpot-closed',
      playerId: null,
      after: { id, players, pots: paid.amount },
      reason,
    })
    return ok({ players, paid })
  })
}

/** Of two requests to open a jackpot of one currency, the first that is approved makes the other void. */
export const openingApproval = {
  subjectOf: async (_ctx: DeskCtx, { currency }: Opening) => `jackpot ${currency}`,
  versionOf: async (tx: Tx, { currency }: Opening) => (await findOpen(tx, currency))?.id ?? '',
}
type Closing = VerbInput<typeof contract.closeJackpot>
export const closingApproval = {
  subjectOf: async (_ctx: DeskCtx, { jackpotId }: Closing) => `jackpot ${jackpotId}`,
  async versionOf(tx: Tx, { jackpotId }: Closing) {
    const row = await tx
      .selectFrom('jackpots.jackpots')
      .select('closed_at')
      .where('id', '=', jackpotId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row ? String(row.closed_at) : 'none'
  },
}
