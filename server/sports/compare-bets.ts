/**
 * Compares our bets with the sportsbook's list of those that changed since the last comparison. A difference is stored
 * until both sides agree; money moves only by the sportsbook's calls, or by an operator.
 */
import { z } from 'zod'
import { type BetsReply, BetsReply as BetsReplySchema, type BetStatus } from '#contract/sportsbook-protocol.ts'
import { jsonColumn } from '../kernel/db/json-column.ts'
import type { Deps, KernelDeps } from '../deps.ts'
import type { Sportsbook } from '../partners/sportsbook/port.ts'
import type { BetRow } from './internal/bets.ts'

type Theirs = BetsReply['bets'][number]
export const readTheirs = jsonColumn('sports.discrepancies.theirs', z.nullable(BetsReplySchema.shape.bets.element))

/** Calls within this time may still be in transit. */
const unsettledMs = 120_000
/** Clocks differ, and a change reaches us after it was made. */
const overlapMs = 600_000
const firstPeriodMs = 86_400_000

export async function compareBets(deps: Deps): Promise<void> {
  const { sportsbook } = deps.partners
  if (!sportsbook) return
  const to = new Date(deps.clock.now().getTime() - unsettledMs)
  const before = await comparedTo(deps, sportsbook)
  const from = before ?? new Date(to.getTime() - firstPeriodMs)
  const listed = await listAll(sportsbook, { from: new Date(from.getTime() - overlapMs), to })
  // Nothing is concluded from a list that is not whole; the next run asks again.
  if (!listed) return
  await deps.db.transaction(async (tx) => {
    const open = await tx
      .selectFrom('sports.discrepancies')
      .selectAll()
      .where('sportsbook', '=', sportsbook.slug)
      .where('resolved_at', 'is', null)
      .execute()
    const theirs = new Map<string, Theirs | null>(open.map((row) => [row.bet_id, readTheirs(row.theirs)]))
    const isOpen = new Set(theirs.keys())
    const ours = await tx
      .selectFrom('sports.bets')
      .selectAll()
      .where('sportsbook', '=', sportsbook.slug)
      .where((eb) =>
        eb.or([
          eb.and([eb('changed_at', '>=', from), eb('changed_at', '<', to)]),
          eb('bet_id', 'in', [...isOpen, ...listed.map(({ betId }) => betId), '']),
        ]),
      )
      .execute()
    const byId = new Map(ours.map((bet) => [bet.bet_id, bet]))
    for (const bet of ours) if (!isOpen.has(bet.bet_id)) theirs.set(bet.bet_id, null)
    for (const bet of listed) theirs.set(bet.betId, bet)
    for (const [betId, their] of theirs) {
      const isEqual = isSame(byId.get(betId), their)
      if (isEqual && !isOpen.has(betId)) continue
      const now = deps.clock.now()
      if (!isEqual) deps.log.warn({ bet: betId }, 'a bet differs from the list of the sportsbook')
      await tx
        .insertInto('sports.discrepancies')
        .values({ sportsbook: sportsbook.slug, bet_id: betId, theirs: JSON.stringify(their), found_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['sportsbook', 'bet_id'])
            .doUpdateSet({ theirs: JSON.stringify(their), resolved_at: isEqual ? now : null }),
        )
        .execute()
    }
    await tx
      .insertInto('sports.comparisons')
      .values({ sportsbook: sportsbook.slug, compared_to: to })
      .onConflict((conflict) => conflict.column('sportsbook').doUpdateSet({ compared_to: to }))
      .execute()
  })
}

async function comparedTo({ db }: KernelDeps, { slug }: Sportsbook): Promise<Date | undefined> {
  const row = await db.kysely
    .selectFrom('sports.comparisons')
    .select('compared_to')
    .where('sportsbook', '=', slug)
    .executeTakeFirst()
  return row?.compared_to
}

async function listAll(sportsbook: Sportsbook, period: { from: Date; to: Date }): Promise<Theirs[] | null> {
  const bets: Theirs[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<Sportsbook['listBets']>> = await sportsbook.listBets({ ...period, after })
    if (!page.ok || page.value.next === after) return page.ok && after === null ? [...bets, ...page.value.bets] : null
    bets.push(...page.value.bets)
    after = page.value.next
  } while (after !== null)
  return bets
}

/** A bet that was refused here has no row; the sportsbook lists it as declined, or not at all. */
function isSame(bet: BetRow | undefined, their: Theirs | null): boolean {
  if (!bet) return their === null || their.status === 'declined'
  return (
    their !== null &&
    bet.status === (their.status satisfies BetStatus) &&
    bet.currency === their.currency &&
    bet.sequence === their.sequence &&
    bet.stake === BigInt(their.stake) &&
    bet.open_stake === BigInt(their.openStake) &&
    bet.payout === BigInt(their.payout)
  )
}
