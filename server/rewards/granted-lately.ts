/** What operators have granted a player within a day: nothing twice by mistake, and no more than is configured. */
import { sql } from 'kysely'
import { exchange } from '#contract/exchange.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { baseCurrency, formatAmount, inSubunits, type Rates, ratesAt, sideOf } from '../reference/index.ts'
import { readGrantLimits } from './grant-limits.ts'
import type { EarnedReward } from './reward.ts'

const dayMs = 86_400_000

/** The last time the same was granted for the same reason; undefined if it was not, or was revoked before it was paid. */
export async function grantedLately(
  tx: Tx,
  { clock }: KernelDeps,
  { playerId, columns, title }: { playerId: string; columns: Columns; title: string },
): Promise<{ id: string; at: Date } | undefined> {
  return operatorGrants(tx, clock.now(), playerId)
    .select(['id', 'created_at as at'])
    .where('reward', '=', columns.reward)
    .where('currency', 'is not distinct from', columns.currency)
    .where('amount', 'is not distinct from', columns.amount)
    .where('offer_id', 'is not distinct from', columns.offer_id)
    .where(sql<string>`title ->> 'en'`, '=', title)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type Columns = { reward: string; currency: string | null; amount: bigint | null; offer_id: string | null }

/** The sentence for an operator whose grant would exceed what one player may receive; null if it fits. */
export async function aboveGrantLimit(
  tx: Tx,
  { clock }: KernelDeps,
  { playerId, reward }: { playerId: string; reward: EarnedReward },
): Promise<string | null> {
  if (reward.kind !== 'cash' && reward.kind !== 'points') return null
  const granted = await operatorGrants(tx, clock.now(), playerId)
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('sum')])
    .where('reward', '=', reward.kind)
    .groupBy('currency')
    .execute()
  const limits = await readGrantLimits(tx)
  if (reward.kind === 'points') {
    const before = granted.reduce((total, { sum }) => total + Number(sum), 0)
    const most = limits.points
    return before + reward.points > most ? sentence(`${most} points`, `${before} points`, 'REWARDS_GRANT_POINTS') : null
  }
  const rates = await ratesAt(tx, clock.now())
  const before = granted.reduce((total, { sum, currency }) => total + inBase(BigInt(sum), currency!, rates), 0n)
  const most = inSubunits(String(limits.cash), baseCurrency)
  if (before + inBase(reward.amount, reward.currency, rates) <= most) return null
  const shown = (amount: bigint) => formatAmount(amount, baseCurrency, 'en')
  return sentence(shown(most), shown(before), 'REWARDS_GRANT_LIMIT')
}

function sentence(most: string, before: string, setting: string): string {
  return `Operators may grant a player ${most} within 24 hours, and this one has received ${before}: if the amount is right, start the site with a higher ${setting}.`
}

/** Rounded up: nothing is granted for nothing. */
function inBase(amount: bigint, currency: string, rates: Rates): bigint {
  return exchange(amount, sideOf(currency, rates), sideOf(baseCurrency, rates), 'up')
}

function operatorGrants(tx: Tx, now: Date, playerId: string) {
  return tx
    .selectFrom('rewards.grants')
    .where('player_id', '=', playerId)
    .where('source', '=', 'operator')
    .where('status', '<>', 'void')
    .where('created_at', '>', new Date(now.getTime() - dayMs))
}
