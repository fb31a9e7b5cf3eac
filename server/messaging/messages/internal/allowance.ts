/**
 * Limits the messages that one sender may send to support, counted in the database so that the limits apply across
 * processes and restarts.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { deleteExpired } from '../../../kernel/db/delete-expired.ts'
import type { Ctx, Tx } from '../../../deps.ts'
import { addressOf, prefixOf } from '../../../kernel/http/address-block.ts'

const hourMs = 3_600_000
/**
 * Maximum per hour. Accounts are counted in addition to addresses, so that changing networks does not evade the limit.
 */
const most = { account: 5, email: 5, address: 5, prefix: 30 }

/**
 * Counts one message under every key, in key order, in the caller's transaction. If a key exceeds its limit, the caller
 * rolls back: the account's own refuses, the others are of addresses that strangers use or enter as well.
 */
export async function mayWrite(
  tx: Tx,
  { clock, caller }: Ctx,
  email: string,
): Promise<'within' | 'own-full' | 'shared-full'> {
  const now = clock.now()
  await deleteExpired(tx, { table: 'messages.communication_counts', keys: 'key', expiry: 'resets_at' }, now)
  const keys = [
    ...(caller.player ? [{ key: `account:${caller.player.id}`, most: most.account }] : []),
    { key: `address:${addressOf(caller.ip)}`, most: most.address },
    { key: `email:${digest(email.toLowerCase())}`, most: most.email },
    { key: `prefix:${prefixOf(caller.ip)}`, most: most.prefix },
  ]
  const { rows } = await sql<{ key: string; count: number }>`
    INSERT INTO messages.communication_counts AS c (key, count, resets_at)
    SELECT key, 1, ${new Date(now.getTime() + hourMs)}::timestamptz FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k (key text) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN c.resets_at <= ${now} THEN 1 ELSE c.count + 1 END,
      resets_at = CASE WHEN c.resets_at <= ${now} THEN excluded.resets_at ELSE c.resets_at END
    RETURNING key, count`.execute(tx)
  const full = rows.filter(({ key, count }) => count > keys.find((each) => each.key === key)!.most)
  if (full.some(({ key }) => key.startsWith('account:'))) return 'own-full'
  return full.length > 0 ? 'shared-full' : 'within'
}

/** Keys are hashed, so that the counters are no list of senders. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
