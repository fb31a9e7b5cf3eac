/** The first places of a leaderboard with their names, which all callers of a process share for a moment. */
import type { Database } from '../../../kernel/db/connect.ts'
import { shareReads } from './shared-reads.ts'
import { isAhead, readTop, type Score } from './leaderboard.ts'
import { type Named, withNames } from './present.ts'

/** How many just ahead of a caller, and just behind. */
export const reach = 3
/** As many as can be asked for. */
const shown = 100

const share = shareReads<Named[]>({ freshMs: 1_000 })

/** With the neighbours of everyone who is next to a place that is shown. `since`: as in `shareReads`. */
export function topOf(db: Database, runId: number, since?: number): Promise<Named[]> {
  const read = async () => {
    const rows = await readTop(db.kysely, runId, { limit: shown + 2 * reach })
    return withNames(
      db.kysely,
      rows.map((row, index) => ({ ...row, place: index + 1 })),
    )
  }
  return share(db, runId, read, since)
}

/** Whether a score has changed since, or has come among the first. */
export function isOlderThan(top: Named[], own: Score): boolean {
  const entry = top.find(({ player_id }) => player_id === own.player_id)
  if (entry) return entry.score !== own.score || entry.reached !== own.reached || entry.rounds !== own.rounds
  const last = top[shown + 2 * reach - 1]
  return !last || isAhead(own, last)
}

/** Those around a player who is shown in the top or just behind it. */
export function aroundIn(top: Named[], playerId: string): Named[] | undefined {
  const at = top.findIndex(({ player_id }) => player_id === playerId)
  return at === -1 || at >= shown + reach ? undefined : top.slice(Math.max(0, at - reach), at + reach + 1)
}
