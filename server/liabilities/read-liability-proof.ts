/** The proof that a player's balances are part of the latest report, in hidden accounts too. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LiabilityProof } from '#contract/liabilities.ts'
import { nodeBytes, type ProofPart, toHex } from '#contract/liability-proof.ts'
import { toWire } from '#contract/money.ts'
import type { PlayerCtx } from '../deps.ts'
import { oldestProof } from './internal/retention.ts'
import { readNode } from './internal/tree.ts'

type Row = { currency: string; part: number; position: number; amount: bigint; salt: Buffer; node: Buffer }

export async function readLiabilityProof(
  ctx: PlayerCtx,
  input: { report?: number | undefined },
): Promise<Result<LiabilityProof, 'reportNotFound'>> {
  const { id: playerId } = ctx.caller.player
  const found = await ctx.db.kysely
    .selectFrom('liabilities.reports')
    .select('number')
    .where('made_at', '>=', oldestProof(ctx.clock.now()))
    .$if(input.report !== undefined, (query) => query.where('number', '=', input.report!))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return refuse('reportNotFound')
  const report = found.number
  const { rows } = await sql<Row>`
    SELECT leaf.currency, leaf.part, leaf.position, leaf.amount, leaf.salt,
      substring(level.nodes FROM ((leaf.position >> level.level) # 1) * ${nodeBytes}::integer + 1 FOR ${nodeBytes}::integer) AS node
    FROM liabilities.leaves AS leaf JOIN liabilities.levels AS level USING (report, currency)
    WHERE leaf.report = ${report} AND leaf.player_id = ${playerId}
    ORDER BY leaf.currency, leaf.part, level.level`.execute(ctx.db.kysely)
  const balances = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const parts = [...Map.groupBy(own, ({ part }) => part).values()].map(partOf)
    return { currency, amount: parts.reduce((sum, { amount }) => sum + amount, 0), parts }
  })
  return ok({ report, playerId, balances })
}

/** Rows of one leaf: the node beside its way at each level. */
function partOf(rows: Row[]): ProofPart {
  const { part, position, amount, salt } = rows[0]!
  const path = rows.map(({ node }) => {
    const { hash, sum } = readNode(node, 0)
    return { hash: toHex(hash), sum: toWire(sum) }
  })
  return { part, position, amount: toWire(amount), salt: toHex(salt), path }
}
