/** Calculates a stored report again: its leaves, its trees, its text and its signature. */
import { createPublicKey, verify } from 'node:crypto'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { auditSealIn, leafInput, nodeBytes, statementOf, toHex } from '#contract/liability-proof.ts'
import type { KernelDeps } from '../deps.ts'
import { levelAbove, readNode, sha256 } from './internal/tree.ts'

/** Its faults, as texts for operators; empty if there are none. */
export async function verifyReport({ db }: KernelDeps, report: LiabilityReport): Promise<string[]> {
  const faults: string[] = []
  if (statementOf({ ...report, auditSeal: auditSealIn(report.statement) }) !== report.statement)
    faults.push('the figures differ from the signed text')
  if (!isSigned(report)) faults.push('the signature is not valid')
  for (const tree of report.trees) {
    const levels = await db.kysely
      .selectFrom('liabilities.levels')
      .select('nodes')
      .where('report', '=', report.number)
      .where('currency', '=', tree.currency)
      .orderBy('level')
      .execute()
    if (levels.length === 0) continue
    const bottom = levels[0]!.nodes
    const leaves = await db.kysely
      .selectFrom('liabilities.leaves')
      .select(['player_id', 'part', 'position', 'amount', 'salt'])
      .where('report', '=', report.number)
      .where('currency', '=', tree.currency)
      .execute()
    const isPlaced = leaves.every(({ player_id, part, position, amount, salt }) => {
      const leaf = { report: report.id, currency: tree.currency, playerId: player_id, part, amount, salt }
      const { hash, sum } = readNode(bottom, position)
      return sum === amount && sha256(leafInput(leaf)).equals(hash)
    })
    if (!isPlaced) faults.push(`${tree.currency}: a leaf is not the one in the tree`)
    const total = leaves.reduce((sum, { amount }) => sum + amount, 0n)
    if (total !== BigInt(tree.total)) faults.push(`${tree.currency}: the balances sum to ${total}, not ${tree.total}`)
    let level = bottom
    while (level.length > nodeBytes) level = await levelAbove(level)
    const root = readNode(level, 0)
    if (toHex(root.hash) !== tree.root || root.sum !== BigInt(tree.total)) faults.push(`${tree.currency}: another root`)
  }
  return faults
}

function isSigned({ publicKey, signature, statement }: LiabilityReport): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
  return verify(
    'sha256',
    Buffer.from(statement),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}
