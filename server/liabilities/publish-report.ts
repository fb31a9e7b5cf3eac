/**
 * Publishes what is owed to players at this moment: one tree for each currency, signed, with a proof for every balance.
 */
import { type Kysely, sql } from 'kysely'
import { readDrawKeys, useAnnounced } from '#games/studio/draw-keys.ts'
import { jackpotLevels } from '#contract/jackpot-odds.ts'
import { type PublishedJackpot, statementOf, toHex } from '#contract/liability-proof.ts'
import { toWire } from '#contract/money.ts'
import { lockNamed } from '../kernel/locks.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Deps, KernelDeps, Tx } from '../deps.ts'
import type { Actor } from '../kernel/actor.ts'
import { readNewestSeal } from '../kernel/audit/seal.ts'
import { audit } from '../kernel/audit.ts'
import { signAsOperator } from '../kernel/sign-as-operator.ts'
import { uuidOf } from './internal/report-id.ts'
import { oldestProof } from './internal/retention.ts'
import { buildTree, type Owed, sha256, type Tree } from './internal/tree.ts'

type Needs = KernelDeps & { actor: Actor }
/** `parts`: leaves that belong to a player. */
type NamedTree = Pick<Tree, 'leaves' | 'root'> & { currency: string; parts: number }

/**
 * The first report is made some minutes after the first movement, the next ones at midnight (UTC). What is owed is not
 * read here: the due times are read several times a second under load.
 */
export const reportDue = `SELECT coalesce(
  (SELECT date_trunc('day', max(made_at), 'UTC') + interval '1 day' FROM liabilities.reports),
  (SELECT created_at + interval '10 minutes' FROM ledger.movements ORDER BY id LIMIT 1))`

/**
 * Returns the number of the report. Leaves are stored before it, in transactions of their own: one that stored those of
 * a hundred thousand players would delay pushes and consumers, which wait for older transactions.
 */
export function publishReport(needs: Needs): Promise<number> {
  const { db, clock, randomBytes } = needs
  return alone(db, async () => {
    const last = await db.kysely
      .selectFrom('liabilities.reports')
      .select(['number', 'statement'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    // Of an attempt that ended before its report.
    await forgetLeaves(db.kysely, { from: number, to: highestNumber })
    const madeAt = clock.now()
    const { owed, held, jackpots, lastMovement } = await readMoney(db.kysely)
    const id = uuidOf(randomBytes(16))
    const trees: NamedTree[] = []
    for (const [currency, balances] of owed) {
      const tree = await buildTree({ report: id, currency, owed: balances }, randomBytes)
      await storeLeaves(db.kysely, number, { ...tree, currency })
      trees.push({ currency, leaves: tree.leaves, root: tree.root, parts: tree.placed.length })
    }
    const previous = last ? toHex(sha256(Buffer.from(last.statement))) : null
    await db.transaction((tx) =>
      storeReport(tx, needs, { number, id, madeAt, previous, trees, held, jackpots, lastMovement }),
    )
    await forgetLeaves(db.kysely, { from: 0, to: await newestBefore(db.kysely, oldestProof(madeAt)) })
    return number
  })
}

/** Holds the lock in a transaction that writes nothing, and may be idle for as long as the work takes. */
function alone<T>(db: Deps['db'], work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`SET LOCAL lock_timeout = 0`.execute(tx)
    await lockNamed(tx, 'liabilities')
    return work()
  })
}

type Report = {
  number: number
  id: string
  madeAt: Date
  previous: string | null
  trees: NamedTree[]
  held: Money['held']
  jackpots: PublishedJackpot[]
  lastMovement: bigint
}

async function storeReport(
  tx: Tx,
  needs: Needs,
  { number, id, madeAt, previous, trees, held, jackpots, lastMovement }: Report,
): Promise<void> {
  await checkStored(tx, number, trees)
  const shown = trees.map(({ currency, leaves, root }) => ({
    currency,
    leaves,
    total: toWire(root.sum),
    root: toHex(root.hash),
  }))
  const holdings = held.map(({ amount, ...place }) => ({ ...place, amount: toWire(amount) }))
  const drawKeys = (await readDrawKeys(tx)).map((key) => key.id)
  const seal = await readNewestSeal(tx)
  const statement = statementOf({
    number,
    id,
    madeAt: madeAt.toISOString(),
    previous,
    trees: shown,
    holdings,
    jackpots,
    drawKeys,
    auditSeal: seal && `${seal.number} ${seal.digest.toString('hex')}`,
  })
  const { publicKey, signature } = signAsOperator(needs.settings, statement, 'ieee-p1363')
  await tx
    .insertInto('liabilities.reports')
    .values({
      number,
      id,
      made_at: madeAt,
      statement,
      public_key: publicKey,
      signature: signature.toString('base64url'),
      last_movement_id: lastMovement,
    })
    .execute()
  if (held.length > 0)
    await tx
      .insertInto('liabilities.holdings')
      .values(held.map((each) => ({ ...each, report: number })))
      .execute()
  for (const { currency, leaves, root } of trees)
    await tx
      .insertInto('liabilities.trees')
      .values({ report: number, currency, leaves, total: root.sum, root: Buffer.from(root.hash) })
      .execute()
  await useAnnounced(tx, drawKeys, madeAt)
  await audit(tx, needs, { action: 'liabilities-published', playerId: null, detail: { report: number } })
}

type Money = {
  owed: Map<string, Owed[]>
  held: Array<{ holder: string; currency: string; amount: bigint }>
  jackpots: PublishedJackpot[]
  lastMovement: bigint
}

/** `lists`: of a jackpot its pots, the side stake alone, contributions, seeds and caps, one after the other. */
type Row = { place: string; currency: string; amount: bigint; kind: string; lists: bigint[] }

/** In one statement, so that no movement is counted half; ordered, because holdings are part of the signed text. */
async function readMoney(db: Kysely<Tables>): Promise<Money> {
  const { rows: all } = await sql<Row>`
    SELECT player_id::text AS place, currency, amount, 'owed' AS kind, '{}'::bigint[] AS lists FROM liabilities.owed
      WHERE amount <> 0
    UNION ALL SELECT holder, currency, amount, 'held', '{}' FROM liabilities.held WHERE amount <> 0
    UNION ALL SELECT id, currency, draws, 'jackpot', pots || side_stake || contributions || seeds || caps
      FROM liabilities.pots
    UNION ALL SELECT '', '', coalesce(max(id), 0), 'movement', '{}' FROM ledger.movements
    ORDER BY currency, place`.execute(db)
  const own = all.filter(({ kind }) => kind === 'owed').map(({ place, ...row }) => ({ ...row, playerId: place }))
  return {
    owed: Map.groupBy(own, ({ currency }) => currency),
    lastMovement: all.find(({ kind }) => kind === 'movement')!.amount,
    held: all
      .filter(({ kind }) => kind === 'held')
      .map(({ place, currency, amount }) => ({ holder: place, currency, amount })),
    jackpots: all.filter(({ kind }) => kind === 'jackpot').map(jackpotOf),
  }
}

function jackpotOf({ place, currency, amount, lists }: Row): PublishedJackpot {
  const levels = jackpotLevels.length
  const all = lists.map((each) => toWire(each))
  const list = (from: number) => all.slice(from, from + levels)
  return {
    id: place,
    currency,
    draws: toWire(amount),
    pots: list(0),
    sideStake: all[levels]!,
    contributions: list(levels + 1),
    seeds: list(2 * levels + 1),
    caps: list(3 * levels + 1),
  }
}

/** Another process may have taken this one for dead, when the connection of its lock was lost, and begun anew. */
async function checkStored(tx: Tx, report: number, trees: NamedTree[]): Promise<void> {
  const { stored } = await tx
    .selectFrom('liabilities.leaves')
    .select(({ fn }) => fn.countAll<bigint>().as('stored'))
    .where('report', '=', report)
    .executeTakeFirstOrThrow()
  if (stored !== BigInt(trees.reduce((sum, { parts }) => sum + parts, 0)))
    throw new Error(`the leaves of report ${report} were changed by another process`)
}

/** In parts of some milliseconds each. */
const leavesAtOnce = 2000

async function storeLeaves(
  db: Kysely<Tables>,
  report: number,
  { currency, placed, levels }: Tree & { currency: string },
): Promise<void> {
  for (let done = 0; done < placed.length; done += leavesAtOnce) {
    const part = placed.slice(done, done + leavesAtOnce)
    await sql`INSERT INTO liabilities.leaves (report, currency, player_id, part, position, amount, salt)
      SELECT ${report}, ${currency}, leaf.* FROM unnest(
        ${part.map(({ playerId }) => playerId)}::uuid[], ${part.map((leaf) => leaf.part)}::smallint[],
        ${part.map(({ position }) => position)}::integer[], ${part.map(({ amount }) => String(amount))}::bigint[],
        ${part.map(({ salt }) => Buffer.from(salt))}::bytea[]) AS leaf`.execute(db)
  }
  for (const [level, nodes] of levels.entries())
    await db.insertInto('liabilities.levels').values({ report, currency, level, nodes }).execute()
}

const highestNumber = 2 ** 31 - 1

/** 0 if there is none. */
async function newestBefore(db: Kysely<Tables>, before: Date): Promise<number> {
  const found = await db
    .selectFrom('liabilities.reports')
    .select('number')
    .where('made_at', '<', before)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.number ?? 0
}

const forgottenAtOnce = 10_000

async function forgetLeaves(db: Kysely<Tables>, { from, to }: { from: number; to: number }): Promise<void> {
  for (let isMore = true; isMore;) {
    const { numAffectedRows } = await sql`DELETE FROM liabilities.leaves WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM liabilities.leaves WHERE report BETWEEN ${from} AND ${to} LIMIT ${forgottenAtOnce}))`.execute(db)
    isMore = numAffectedRows === BigInt(forgottenAtOnce)
  }
  await db.deleteFrom('liabilities.levels').where('report', '>=', from).where('report', '<=', to).execute()
}
