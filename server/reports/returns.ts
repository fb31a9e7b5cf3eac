/**
 * The actual return of games, compared with the theoretical one by the exact spread of their rounds. Rounds are compared
 * by currency and by the magnitude of their stakes, because a fault may concern some stakes only.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as contract from '#contract/desk/reports.ts'
import type { GameReturn } from '#contract/desk/reports.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { readTheory, type Theory } from '../play/index.ts'
import { inUnits } from '../reference/index.ts'
import { periodFault } from './produce.ts'

/** Beyond it chance is no explanation: once in 16,000 comparisons. */
export const alarmAt = 4
/** Of fewer rounds, or fewer wins, the spread of a game says little. */
const fewestRounds = 1000
const fewestWins = 100
const comparedDays = 90
const dayMs = 86_400_000

type Sums = {
  studio: string
  game_id: string
  currency: string
  stake_level: number
  rounds: bigint
  wins: bigint
  staked: string
  won: string
  stake_squares: string
  won_squares: string
}

async function readSums(deps: Pick<Deps, 'db'>, { from, until }: { from: string; until: string }): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    SELECT studio, game_id, currency, stake_level, sum(rounds)::bigint AS rounds, sum(wins)::bigint AS wins,
      sum(stake + free_stake)::text AS staked, sum(won)::text AS won, sum(stake_squares)::text AS stake_squares,
      sum(won_squares)::text AS won_squares
    FROM reports.game_days WHERE day BETWEEN ${from}::date AND ${until}::date
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(deps.db.kysely)
  return rows
}

/**
 * Distance of the wins from the expected ones, in standard deviations; null if it cannot be told. Where players choose
 * the odds, the stated deviation is that of one choice: the spread of what was won replaces it where it is larger.
 */
export function deviationsOf(sums: Omit<Sums, 'studio' | 'game_id' | 'currency' | 'stake_level'>, theory: Theory) {
  const { rounds, wins, staked, won, stake_squares: stakeSquares, won_squares: wonSquares } = sums
  if (rounds < fewestRounds || wins < fewestWins || theory.expected === null) return null
  const expected = theory.expected
  const stated = theory.deviation === null ? 0 : theory.deviation ** 2 * Number(stakeSquares)
  const seen = Number(wonSquares) - expected ** 2 * Number(stakeSquares)
  const variance = theory.isChosen || theory.deviation === null ? Math.max(stated, seen) : stated
  if (variance <= 0) return null
  return (Number(won) - expected * Number(staked)) / Math.sqrt(variance)
}

function describe(ctx: Pick<Deps, 'partners'>, sums: Sums): GameReturn {
  const theory = readTheory(ctx, sums.game_id)
  const units = (amount: string) => inUnits(BigInt(amount), sums.currency).amount
  const lowest = 10n ** BigInt(sums.stake_level - 1)
  return {
    studio: sums.studio,
    game: sums.game_id,
    title: theory.title,
    currency: sums.currency,
    stakes: `${units(String(lowest))} to ${units(String(lowest * 10n - 1n))}`,
    rounds: Number(sums.rounds),
    staked: units(sums.staked),
    won: units(sums.won),
    expected: theory.expected === null ? null : percentOf(theory.expected),
    actual: percentOf(Number(sums.won) / Math.max(1, Number(sums.staked))),
    deviations: deviationsOf(sums, theory),
  }
}

const percentOf = (part: number): number => Math.round(part * 10_000) / 100
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const distance = ({ deviations }: GameReturn): number => Math.abs(deviations ?? 0)

export async function listReturns(
  ctx: DeskCtx,
  period: VerbInput<typeof contract.listReturns>,
): Promise<Result<ReplyOf<typeof contract.listReturns>, RefusalOf<typeof contract.listReturns>>> {
  const fault = periodFault(period)
  if (fault) return refuse(fault)
  const all = (await readSums(ctx, period)).map((sums) => describe(ctx, sums))
  return ok(all.toSorted((one, other) => distance(other) - distance(one)))
}

/** Raises an alarm, once until it is closed, for each return that chance does not explain. Returns their number. */
export async function findUnlikelyReturns(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const period = { from: dayOf(new Date(now.getTime() - comparedDays * dayMs)), until: dayOf(now) }
  let raised = 0
  for (const sums of await readSums(deps, period)) {
    const { expected, actual, deviations } = describe(deps, sums)
    if (deviations === null || Math.abs(deviations) < alarmAt) continue
    const added = await deps.db.kysely
      .insertInto('reports.return_alarms')
      .values({
        id: randomUUID(),
        studio: sums.studio,
        game_id: sums.game_id,
        currency: sums.currency,
        stake_level: sums.stake_level,
        since: period.from,
        until: period.until,
        rounds: sums.rounds,
        staked: sums.staked,
        won: sums.won,
        expected: String(expected),
        actual: String(actual),
        deviations,
        raised_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) continue
    raised++
    deps.log.warn(
      {
        studio: sums.studio,
        game: sums.game_id,
        currency: sums.currency,
        rounds: Number(sums.rounds),
        expected,
        actual,
      },
      `The return of ${sums.game_id} is ${deviations.toFixed(1)} standard deviations from the theoretical one.`,
    )
  }
  return raised
}

export async function listReturnAlarms(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listReturnAlarms>>> {
  const rows = await ctx.db.kysely
    .selectFrom('reports.return_alarms')
    .selectAll()
    .select([sql<string>`since::text`.as('from'), sql<string>`until::text`.as('to')])
    .orderBy(sql`decided_at IS NOT NULL`)
    .orderBy('raised_at', 'desc')
    .limit(200)
    .execute()
  return ok(
    rows.map((row) => {
      const sums = { ...row, wins: 0n, stake_squares: '0', won_squares: '0' }
      return {
        ...describe(ctx, sums),
        expected: Number(row.expected),
        actual: Number(row.actual),
        deviations: row.deviations,
        id: row.id,
        from: row.from,
        until: row.to,
        raisedAt: row.raised_at.toISOString(),
        decidedAt: row.decided_at?.toISOString() ?? null,
        decidedBy: row.decided_by,
        reason: row.reason,
      }
    }),
  )
}

export async function decideReturnAlarm(
  ctx: DeskCtx,
  { id, reason }: VerbInput<typeof contract.decideReturnAlarm>,
): Promise<Result<void, RefusalOf<typeof contract.decideReturnAlarm>>> {
  return ctx.db.transaction(async (tx) => {
    const decided = await tx
      .updateTable('reports.return_alarms')
      .set({ decided_at: ctx.clock.now(), decided_by: ctx.actor.name, reason })
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .returning(['studio', 'game_id', 'currency'])
      .executeTakeFirst()
    if (!decided) {
      const known = await tx
        .selectFrom('reports.return_alarms')
        .select(['decided_by', 'reason'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!known) return refuse('alarmNotFound')
      // Sent again, because its answer was lost.
      if (known.decided_by === ctx.actor.name && known.reason === reason) return ok()
      return refuse('alarmDecided', { message: `${known.decided_by} has closed this alarm.` })
    }
    const detail = { alarm: id, studio: decided.studio, game: decided.game_id, currency: decided.currency }
    const change = { before: { isDecided: false }, after: { isDecided: true } }
    await audit(tx, ctx, { action: 'return-alarm-decided', playerId: null, reason, ...change, detail })
    return ok()
  })
}
