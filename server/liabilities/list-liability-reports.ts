/** The latest reports with their figures, newest first. */
import { ok, type Ok } from '#contract/endpoint.ts'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { drawKeysIn, jackpotsIn, toHex } from '#contract/liability-proof.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx, KernelDeps } from '../deps.ts'
import { sha256 } from './internal/tree.ts'

const mostReports = 31

export async function listLiabilityReports(ctx: Ctx): Promise<Ok<LiabilityReport[]>> {
  return ok(await readReports(ctx, mostReports))
}

/** Newest first. */
export async function readReports({ db }: KernelDeps, most?: number): Promise<LiabilityReport[]> {
  // One more, for the hash of the statement before the oldest.
  const reports = await db.kysely
    .selectFrom('liabilities.reports')
    .selectAll()
    .orderBy('number', 'desc')
    .$if(most !== undefined, (query) => query.limit(most! + 1))
    .execute()
  const numbers = reports.map(({ number }) => number)
  if (numbers.length === 0) return []
  const [trees, holdings] = await Promise.all([
    db.kysely.selectFrom('liabilities.trees').selectAll().where('report', 'in', numbers).orderBy('currency').execute(),
    db.kysely
      .selectFrom('liabilities.holdings')
      .selectAll()
      .where('report', 'in', numbers)
      .orderBy('currency')
      .orderBy('holder')
      .execute(),
  ])
  return reports.slice(0, most).map(({ number, id, made_at, statement, signature, public_key }, index) => ({
    number,
    id,
    madeAt: made_at.toISOString(),
    statement,
    previous: reports[index + 1] ? toHex(sha256(Buffer.from(reports[index + 1]!.statement))) : null,
    signature,
    publicKey: public_key,
    trees: trees
      .filter(({ report }) => report === number)
      .map(({ currency, leaves, total, root }) => ({ currency, leaves, total: toWire(total), root: toHex(root) })),
    holdings: holdings
      .filter(({ report }) => report === number)
      .map(({ holder, currency, amount }) => ({ holder, currency, amount: toWire(amount) })),
    jackpots: jackpotsIn(statement),
    drawKeys: drawKeysIn(statement),
  }))
}
