/**
 * Ends what the audit log need not keep: where entries came from after AUDIT_ORIGIN_DAYS, and entries after ten years.
 * Both go by sealed ranges, and leave the chain of seals valid.
 */
import { sql } from 'kysely'
import type { KernelDeps, Tx } from '../../deps.ts'

const yearsOfEntries = 10
/** What the trigger of the table permits, and the seals do not cover. */
const removeOrigin =
  "UPDATE identity.audit SET ip = '', country = NULL, user_agent = '', origin_salt = NULL, detail = detail - 'fingerprint'"

export async function endRetention(deps: KernelDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const originsUntil = new Date(now.getTime() - deps.settings.auditOriginDays * 86_400_000)
  const entriesUntil = new Date(now)
  // A day more, so that no entry is younger than ten years by the database's own clock.
  entriesUntil.setUTCFullYear(now.getUTCFullYear() - yearsOfEntries, now.getUTCMonth(), now.getUTCDate() - 1)
  let ranges = 0
  for (const [column, until, change] of [
    ['origins_removed_at', originsUntil, removeOrigin],
    ['entries_removed_at', entriesUntil, 'DELETE FROM identity.audit'],
  ] as const)
    for (let isMore = true; isMore; ranges++) {
      signal?.throwIfAborted()
      const { rows } = await sql`
        WITH range AS (SELECT number, first_id, last_id FROM identity.audit_seals
          WHERE ${sql.ref(column)} IS NULL AND sealed_at < ${until} ORDER BY number LIMIT 1),
        changed AS (${sql.raw(change)} WHERE id BETWEEN (SELECT first_id FROM range) AND (SELECT last_id FROM range) RETURNING id)
        UPDATE identity.audit_seals SET ${sql.ref(column)} = ${now} WHERE number = (SELECT number FROM range)
        RETURNING number, (SELECT count(*) FROM changed)`.execute(deps.db.kysely)
      isMore = rows.length > 0
      if (!isMore) break
    }
  return ranges
}

/** Of a player who has left: where the player's own entries came from. Those of operators keep theirs. */
export async function eraseOrigins(tx: Tx, playerId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    ${sql.raw(removeOrigin)} WHERE player_id = ${playerId} AND origin_salt IS NOT NULL
      AND coalesce(actor, '') NOT LIKE 'operator:%'`.execute(tx)
  return Number(numAffectedRows)
}
