/**
 * The published rule of decay: at the start of a month, a player who did not earn the level's share of points within
 * the months before goes down one level, half-way up the one below. A break, an exclusion, a block or
 * a limit never costs a level.
 */
import { sql } from 'kysely'
import type { Alert } from '#contract/content.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hasCountedUpTo } from '../../kernel/facts/positions.ts'
import { append } from '../../kernel/outbox/append.ts'
import { wasExcludedSince } from '../../protection/index.ts'
import { notify } from '../../messaging/index.ts'
import { lockStatus, readLocale, wasRestrictedSince } from '../../identity/index.ts'
import { accountEvent } from './internal/add-points.ts'
import { dateText, monthStart } from './internal/months.ts'
import { millionths } from './internal/points.ts'
import { type Ladder, readLadder, wordsIn } from './ladder.ts'

/** By then no transaction of the month before is open. */
const graceMs = 10 * 60_000
const batch = 100

export const reviewsDue = `SELECT min(review_at) + interval '${graceMs} milliseconds' FROM rewards.loyalty_accounts WHERE review_at IS NOT NULL`

/** Returns how many players it reviewed; none while rounds of the month before are still to be counted. */
export async function reviewLevels(deps: Deps): Promise<number> {
  const start = monthStart(new Date(deps.clock.now().getTime() - graceMs))
  if (!(await hasCountedUpTo(deps.db.kysely, 'loyalty', start))) return 0
  let reviewed = 0
  for (;;) {
    const due = await deps.db.kysely
      .selectFrom('rewards.loyalty_accounts')
      .select('player_id')
      .where('review_at', '<=', start)
      .orderBy('review_at')
      .orderBy('player_id')
      .limit(batch)
      .execute()
    for (const { player_id } of due) await deps.db.transaction((tx) => reviewOne(tx, deps, player_id, start))
    reviewed += due.length
    if (due.length < batch) return reviewed
  }
}

type Account = { player_id: string; earned: bigint; lost: bigint; level: number; version: bigint }

/** `start` is the beginning of the present month. */
async function reviewOne(tx: Tx, deps: Deps, playerId: string, start: Date): Promise<void> {
  const status = await lockStatus(tx, playerId)
  const account = await tx
    .selectFrom('rewards.loyalty_accounts')
    .select(['player_id', 'earned', 'lost', 'level', 'version'])
    .where('player_id', '=', playerId)
    .where('review_at', '<=', start)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const ladder = (await readLadder(tx, deps))?.data
  const mayLose = status === 'active' && ladder && (await hasEarnedTooLittle(tx, ladder, account, start))
  const level = mayLose ? account.level - 1 : account.level
  const next = status === 'closed' || level === 1 ? null : monthStart(start, 1)
  const lost = mayLose ? account.lost + surplus(ladder, account) : account.lost
  const changed = await tx
    .updateTable('rewards.loyalty_accounts')
    .set({ level, lost, review_at: next, ...(mayLose ? { version: account.version + 1n } : {}) })
    .where('player_id', '=', playerId)
    .returning(['player_id', 'earned', 'lost', 'level', 'version'])
    .executeTakeFirstOrThrow()
  if (mayLose) await announce(tx, deps, ladder, changed)
}

/** Never in the months of a break, an exclusion, a block or a limit, nor at a level that the ladder no longer has. */
async function hasEarnedTooLittle(tx: Tx, { decay, levels }: Ladder, account: Account, start: Date): Promise<boolean> {
  const level = levels[account.level - 1]
  if (!decay || !level || account.level === 1) return false
  const from = monthStart(start, -decay.months)
  const playerId = account.player_id
  if (await wasExcludedSince(tx, { playerId, since: from, now: start })) return false
  if (await wasRestrictedSince(tx, { playerId, since: from })) return false
  const { earned } = await tx
    .selectFrom('rewards.loyalty_months')
    .select(sql<bigint>`coalesce(sum(earned), 0)::bigint`.as('earned'))
    .where('player_id', '=', playerId)
    .where('month', '>=', sql<Date>`${dateText(from)}::date`)
    .where('month', '<', sql<Date>`${dateText(start)}::date`)
    .executeTakeFirstOrThrow()
  return earned * 100n < BigInt(level.points) * BigInt(decay.keepPercent) * millionths
}

/** What must go for the points to be half-way between the two levels. */
function surplus({ levels }: Ladder, { earned, lost, level }: Account): bigint {
  const half = BigInt(Math.floor((levels[level - 2]!.points + levels[level - 1]!.points) / 2)) * millionths
  const points = earned - lost
  return points > half ? points - half : 0n
}

async function announce(tx: Tx, deps: Deps, ladder: Ladder, account: Account): Promise<void> {
  const locale = await readLocale(tx, account.player_id)
  await append(tx, accountEvent(ladder, account, locale))
  const words = (deps.content.read(locale, 'alerts').loyalty as Record<string, Alert>).levelLost!
  const name = (order: number) => wordsIn(ladder.levels[order - 1]!.name, locale)
  const fill = (text: string) =>
    text.replaceAll('{before}', () => name(account.level + 1)).replaceAll('{name}', () => name(account.level))
  const at = deps.clock.now()
  await notify(tx, {
    playerId: account.player_id,
    key: 'loyalty-level-lost',
    title: fill(words.title),
    description: fill(words.description),
    button: { label: words.button, target: { kind: 'page', path: '/loyalty' } },
    at,
    once: dateText(monthStart(at)),
  })
}
