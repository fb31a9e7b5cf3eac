/**
 * Seals the audit log: digests over ranges of entries, each covering the one before, so that a change of what was
 * written is found even if the database's owner made it. The newest seal is named in the signed reports of liabilities.
 */
import { sql } from 'kysely'
import type { KernelDeps } from '../../deps.ts'
import type { Invariant } from '../../ledger/index.ts'
import { oldestRunning } from '../db/commit-order.ts'

const entriesOfSeal = 5_000
/** How long a seal waits for transactions that may still add an entry below it; the next turn tries again. */
const longestWaitMs = 5_000
const lookEveryMs = 50

/** Everything of an entry that is never removed. Times are numbers, because their text depends on the session. */
const entryText = `jsonb_build_array(id, (extract(epoch FROM at) * 1000000)::bigint, player_id, session_id, action, actor,
  detail - 'fingerprint', encode(origin, 'hex'))::text`
const contentOf = (range: string): string =>
  `SELECT count(*)::integer AS entries, max(id) AS last_id,
     sha256(coalesce(string_agg(sha256(convert_to(${entryText}, 'UTF8')), ''::bytea ORDER BY id), ''::bytea)) AS content
   FROM identity.audit WHERE ${range}`
const digestOf = (previous: string): string =>
  `sha256(convert_to(jsonb_build_array(encode(${previous}, 'hex'), number, first_id, last_id, entries,
     encode(content, 'hex'), (extract(epoch FROM sealed_at) * 1000000)::bigint)::text, 'UTF8'))`

/** Entries are kept for ten years. */
const keptFor = "interval '10 years'"

/** A minute after the last seal, if there are newer entries. */
export const sealDue = `SELECT CASE WHEN (SELECT max(id) FROM identity.audit) > coalesce((SELECT last_id FROM identity.audit_seals ORDER BY number DESC LIMIT 1), 0)
  THEN coalesce((SELECT sealed_at + interval '1 minute' FROM identity.audit_seals ORDER BY number DESC LIMIT 1), (SELECT at FROM identity.audit ORDER BY id LIMIT 1)) END`

export const invariants: Invariant[] = [
  {
    name: 'every entry of the audit log is as it was sealed, and none was added or removed',
    sql: `SELECT seal.number, seal.first_id, seal.last_id, seal.entries AS sealed, found.entries FROM identity.audit_seals AS seal
      CROSS JOIN LATERAL (${contentOf('id BETWEEN seal.first_id AND seal.last_id')}) AS found
      WHERE seal.entries_removed_at IS NULL AND (found.entries <> seal.entries OR found.content <> seal.content)
      UNION ALL SELECT 0, id, id, 0, 1 FROM identity.audit WHERE id < 1`,
  },
  {
    name: 'each seal of the audit log follows the one before it',
    sql: `SELECT number, first_id, last_id FROM (SELECT *, lag(digest) OVER w AS previous, lag(number) OVER w AS before, lag(last_id) OVER w AS ended
        FROM identity.audit_seals WINDOW w AS (ORDER BY number)) AS seal
      WHERE digest <> ${digestOf('previous')} OR number <> coalesce(before, 0) + 1 OR first_id <> coalesce(ended, 0) + 1
        OR entries_removed_at < sealed_at + ${keptFor} OR entries_removed_at > now() + interval '1 day'`,
  },
  {
    name: 'where an entry of the audit log came from is what was written, or was removed',
    sql: `SELECT id, at FROM identity.audit WHERE CASE WHEN origin_salt IS NULL THEN ip <> '' OR country IS NOT NULL OR user_agent <> ''
      ELSE origin <> identity.audit_origin(origin_salt, ip, country, user_agent, detail) END`,
  },
]

export type Seal = { number: number; digest: Buffer }

export async function readNewestSeal(db: KernelDeps['db']['kysely']): Promise<Seal | null> {
  const row = await db
    .selectFrom('identity.audit_seals')
    .select(['number', 'digest'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the number of new seals. Each is one statement, which adds it to the chain. */
export async function sealAudit(deps: KernelDeps, signal?: AbortSignal): Promise<number> {
  const horizon = await horizonOf(deps, signal)
  for (let seals = 0; ; seals++) {
    const { rows } = await sql<Seal & { last_id: bigint }>`
      WITH chain AS (SELECT coalesce(max(number), 0) AS number, coalesce(max(last_id), 0) AS last_id FROM identity.audit_seals),
      range AS (${sql.raw(
        contentOf(`id = ANY (ARRAY(SELECT id FROM identity.audit WHERE id > (SELECT last_id FROM chain)
          AND id <= ${horizon} ORDER BY id LIMIT ${entriesOfSeal}))`),
      )}),
      seal AS (SELECT chain.number + 1 AS number, chain.last_id + 1 AS first_id, range.last_id, range.entries, range.content,
        ${deps.clock.now()}::timestamptz AS sealed_at FROM chain, range WHERE range.entries > 0)
      INSERT INTO identity.audit_seals (number, first_id, last_id, entries, content, sealed_at, digest)
      SELECT number, first_id, last_id, entries, content, sealed_at,
        ${sql.raw(digestOf('(SELECT digest FROM identity.audit_seals ORDER BY number DESC LIMIT 1)'))} FROM seal
      RETURNING number, digest, last_id`.execute(deps.db.kysely)
    const [seal] = rows
    if (!seal) return seals
    // A copy outside the database: whoever rewrites the chain cannot rewrite what the log has sent elsewhere.
    deps.log.info(
      { seal: seal.number, digest: seal.digest.toString('hex'), upTo: String(seal.last_id) },
      'audit log sealed',
    )
    signal?.throwIfAborted()
  }
}

/**
 * The highest id below which no running transaction can add an entry; 0 if one takes too long. A transaction that takes
 * an id has a transaction id before (`transaction_id` is the first column), so it is enough to wait for those that run
 * after the highest id was seen.
 */
async function horizonOf({ db }: KernelDeps, signal?: AbortSignal): Promise<bigint> {
  const { rows } = await db.pool.query<{ highest: bigint }>(
    'SELECT coalesce(max(id), 0) AS highest FROM identity.audit',
  )
  const { rows: next } = await db.pool.query<{ id: bigint }>('SELECT pg_current_xact_id()::text::bigint AS id')
  const until = performance.now() + longestWaitMs
  for (;;) {
    const { rows: running } = await db.pool.query<{ oldest: bigint }>(`SELECT ${oldestRunning} AS oldest`)
    if (running[0]!.oldest >= next[0]!.id) return rows[0]!.highest
    if (performance.now() > until) return 0n
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    signal?.throwIfAborted()
  }
}
