/** Pays the cashback of weeks that are over, once every round of theirs is counted. */
import type { Subunits } from '#contract/money.ts'
import { lockStatus } from '../../identity/index.ts'
import type { Deps } from '../../deps.ts'
import { hasCountedUpTo } from '../../kernel/facts/positions.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { grantReward } from '../grant-reward.ts'
import { sumCashRewards } from '../sum-cash-rewards.ts'
import { cashbackOf, countedOf } from './internal/amount.ts'
import { endOfWeek, weekMs } from './internal/week.ts'
import { definitionOf, termsFor } from './terms.ts'

/** By then no transaction of the week is open. */
const graceMs = 10 * 60_000

/** SQL for the time from which a week can be settled. */
export const weeksDue = `SELECT min(starts_at) + interval '${weekMs + graceMs} milliseconds' FROM rewards.cashback_periods WHERE settled_at IS NULL`

type Key = { player_id: string; currency: string; starts_at: Date }

/** Returns how many weeks of players it settled; none while rounds of the newest of them are still to be counted. */
export async function settleWeeks(deps: Deps): Promise<number> {
  const last = new Date(deps.clock.now().getTime() - weekMs - graceMs)
  const due = deps.db.kysely
    .selectFrom('rewards.cashback_periods')
    .where('settled_at', 'is', null)
    .where('starts_at', '<=', last)
  const { newest } = await due.select(({ fn }) => fn.max('starts_at').as('newest')).executeTakeFirstOrThrow()
  if (!newest || !(await hasCountedUpTo(deps.db.kysely, 'cashback', endOfWeek(newest)))) return 0
  return workThrough<Key>(deps.log, {
    name: 'cashback of a week',
    read: (after, size) =>
      due
        .select(['player_id', 'currency', 'starts_at'])
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('starts_at', 'player_id', 'currency'),
              '>',
              tuple(after!.starts_at, after!.player_id, after!.currency),
            ),
          ),
        )
        .orderBy('starts_at')
        .orderBy('player_id')
        .orderBy('currency')
        .limit(size)
        .execute(),
    settle: (week) => settleOne(deps, week),
  })
}

async function settleOne(deps: Deps, { player_id: playerId, currency, starts_at: start }: Key): Promise<boolean> {
  const end = endOfWeek(start)
  return deps.db.transaction(async (tx) => {
    await lockStatus(tx, playerId)
    const row = await tx
      .selectFrom('rewards.cashback_periods')
      .selectAll()
      .where('player_id', '=', playerId)
      .where('currency', '=', currency)
      .where('starts_at', '=', start)
      .where('settled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    const definition = await definitionOf(tx, { start, end })
    const rewards = await sumCashRewards(tx, { playerId, currency, from: start, to: end })
    const amount = definition
      ? cashbackOf(
          { ...countedOf(row, definition.data), rewards },
          await termsFor(tx, deps, definition, { playerId, currency, start }),
        )
      : 0n
    if (definition && amount > 0n)
      await grantReward(tx, deps, {
        playerId,
        reward: { kind: 'cash', currency, amount: amount as Subunits },
        source: 'cashback',
        sourceId: `${currency}:${start.toISOString().slice(0, 10)}`,
        title: definition.data.name,
      })
    await tx
      .updateTable('rewards.cashback_periods')
      .set({
        settled_at: deps.clock.now(),
        rewards,
        amount,
        definition_version: definition?.version ?? null,
      })
      .where('player_id', '=', playerId)
      .where('currency', '=', currency)
      .where('starts_at', '=', start)
      .execute()
    return true
  })
}
