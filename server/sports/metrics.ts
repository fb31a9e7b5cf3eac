/** Metrics of bets that need attention, read from the database when metrics are scraped. */
import { sql } from 'kysely'
import type { KernelDeps } from '../deps.ts'
import { gaugeOfEach } from '../kernel/http/metrics.ts'

/** The sportsbook accepts or declines a bet within seconds. */
export const heldTooLongMs = 10 * 60_000

export function measureSports({ db, clock }: KernelDeps): void {
  gaugeOfEach(
    'fairhouse_sports_bets',
    "Bets that differ from the sportsbook's list, are held for more than ten minutes, whose payout is owed, or that paid to a closed account",
    'reason',
    async () => {
      const { rows } = await sql<{ differing: bigint; held: bigint; owed: bigint; closed: bigint }>`
        SELECT (SELECT count(*) FROM sports.discrepancies WHERE resolved_at IS NULL) AS differing,
          (SELECT count(*) FROM sports.bets WHERE status = 'held' AND placed_at < ${new Date(clock.now().getTime() - heldTooLongMs)}) AS held,
          (SELECT count(*) FROM sports.bets WHERE debt > 0) AS owed,
          (SELECT count(*) FROM sports.late_payouts) AS closed`.execute(db.kysely)
      return new Map(Object.entries(rows[0]!).map(([reason, count]) => [reason, Number(count)]))
    },
  )
}
