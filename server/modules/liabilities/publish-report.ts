/**
 * Publishes what is owed to players at this moment: one tree for each currency, signed, with a proof for every balance.
 */
import { sql } from 'kysely'
import { statementOf, toHex } from '#contract/liability-proof.ts'
import { toWire } from '#contract/money.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { uuidOf } from './internal/report-id.ts'
import { oldestProof } from './internal/retention.ts'
import { signReport } from './internal/sign.ts'
import { buildTree, type Owed, sha256, type Tree } from './internal/tree.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'randomBytes' | 'settings'> & { actor: Actor }
type NamedTree = Tree & { currency: string }

/**
 * The first report is made some minutes after the first movement, the next ones at midnight (UTC). What is owed is not
 * read here: the due times are read several times a second under load.
 */
export const reportDue = `SELECT coalesce(
  (SELECT date_trunc('day', max(made_at), 'UTC') + interval '1 day' FROM liabilities.reports),
  (SELECT created_at + interval '10 minutes' FROM ledger.movements ORDER BY id LIMIT 1))`

/** Returns the number of the report. */
export function publishReport(needs: Needs): Promise<number> {
  const { db, clock, randomBytes, settings } = needs
  return db.transaction(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('liabilities', 0))`.execute(tx)
    const last = await tx
      .selectFrom('liabilities.reports')
      .select(['number', 'statement'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const madeAt = clock.now()
    const { owed, held } = await readMoney(tx)
    const id = uuidOf(randomBytes(16))
    const trees: NamedTree[] = []
    for (const [currency, balances] of owed)
      trees.push({ ...(await buildTree({ report: id, currency, owed: balances }, randomBytes)), currency })
    const number = (last?.number ?? 0) + 1
    const statement = statementOf({
      number,
      id,
      madeAt: madeAt.toISOString(),
      previous: last ? toHex(sha256(Buffer.from(last.statement))) : null,
      trees: trees.map(({ currency, leaves, root }) => ({
        currency,
        leaves,
        total: toWire(root.sum),
        root: toHex(root.hash),
      })),
      holdings: held.map(({ amount, ...place }) => ({ ...place, amount: toWire(amount) })),
    })
    const signed = signReport(settings, statement)
    await tx
      .insertInto('liabilities.reports')
      .values({ number, id, made_at: madeAt, statement, public_key: signed.publicKey, signature: signed.signature })
      .execute()
    if (held.length > 0)
      await tx
        .insertInto('liabilities.holdings')
        .values(held.map((each) => ({ ...each, report: number })))
        .execute()
    for (const tree of trees) await storeTree(tx, number, tree)
    await forgetProofs(tx, oldestProof(madeAt))
    await audit(tx, needs, { action: 'liabilities-published', playerId: null, detail: { report: number } })
    return number
  })
}

type Money = { owed: Map<string, Owed[]>; held: Array<{ holder: string; currency: string; amount: bigint }> }

/** In one statement, so that no movement is counted half; ordered, because holdings are part of the signed text. */
async function readMoney(tx: Tx): Promise<Money> {
  const { rows } = await sql<{ place: string; currency: string; amount: bigint; is_held: boolean }>`
    SELECT player_id::text AS place, currency, amount, false AS is_held FROM liabilities.owed WHERE amount <> 0
    UNION ALL SELECT holder, currency, amount, true FROM liabilities.held WHERE amount <> 0
    ORDER BY currency, place`.execute(tx)
  const own = rows.filter(({ is_held }) => !is_held).map(({ place, ...row }) => ({ ...row, playerId: place }))
  return {
    owed: Map.groupBy(own, ({ currency }) => currency),
    held: rows
      .filter(({ is_held }) => is_held)
      .map(({ place, currency, amount }) => ({ holder: place, currency, amount })),
  }
}

async function storeTree(tx: Tx, report: number, { currency, leaves, root, placed, levels }: NamedTree): Promise<void> {
  await tx
    .insertInto('liabilities.trees')
    .values({ report, currency, leaves, total: root.sum, root: Buffer.from(root.hash) })
    .execute()
  for (const [level, nodes] of levels.entries())
    await tx.insertInto('liabilities.levels').values({ report, currency, level, nodes }).execute()
  await sql`INSERT INTO liabilities.leaves (report, currency, player_id, part, position, amount, salt)
    SELECT ${report}, ${currency}, leaf.* FROM unnest(
      ${placed.map(({ playerId }) => playerId)}::uuid[], ${placed.map(({ part }) => part)}::smallint[],
      ${placed.map(({ position }) => position)}::integer[], ${placed.map(({ amount }) => String(amount))}::bigint[],
      ${placed.map(({ salt }) => Buffer.from(salt))}::bytea[]) AS leaf`.execute(tx)
}

async function forgetProofs(tx: Tx, before: Date): Promise<void> {
  const old = tx.selectFrom('liabilities.reports').select('number').where('made_at', '<', before)
  await tx.deleteFrom('liabilities.leaves').where('report', 'in', old).execute()
  await tx.deleteFrom('liabilities.levels').where('report', 'in', old).execute()
}
