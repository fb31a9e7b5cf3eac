/** Verifies a report and the player's proof in the browser, with nothing but what was published. Loaded on demand. */
import type { LiabilityProof, LiabilityReport } from '#contract/liabilities.ts'
import { type BalanceProof, checkProof, type Hash, statementOf, toHex } from '#contract/liability-proof.ts'

export type Checked = {
  isSigned: boolean
  /** Whether each statement names the hash of the one before it. */
  isChained: boolean
  /** Whether all of these reports were signed with one key. */
  isOneKey: boolean
  /** Of the player; null for guests. */
  own: Array<{ currency: string; amount: number; isIncluded: boolean }> | null
}

/** Newest first, as published; the first is the one that the proof is for. */
export async function checkReports(
  reports: LiabilityReport[],
  proof: LiabilityProof | null,
): Promise<Checked | 'needsSecure'> {
  // Browsers provide WebCrypto only over TLS and on localhost.
  if (!globalThis.crypto?.subtle) return 'needsSecure'
  const [latest] = reports
  if (!latest) throw new Error('there is no report')
  const [isSigned, isChained, own] = await Promise.all([
    isSignedReport(latest),
    isChain(reports),
    proof && Promise.all(proof.balances.map((balance) => checkBalance(latest, proof.playerId, balance))),
  ])
  return { isSigned, isChained, isOneKey: new Set(reports.map(({ publicKey }) => publicKey)).size === 1, own }
}

const sha256: Hash = async (input) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(input)))
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function isSignedReport(report: LiabilityReport): Promise<boolean> {
  if (statementOf(report) !== report.statement) return false
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64Url(report.publicKey), curve, false, ['verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  return crypto.subtle.verify(algorithm, key, fromBase64Url(report.signature), bytesOf(report.statement))
}

async function isChain(reports: LiabilityReport[]): Promise<boolean> {
  const links = await Promise.all(
    reports.slice(0, -1).map(async ({ statement, previous }, index) => {
      const before = toHex(await sha256(bytesOf(reports[index + 1]!.statement)))
      return previous === before && statement.split('\n').includes(`previous ${before}`)
    }),
  )
  return links.every(Boolean)
}

async function checkBalance(report: LiabilityReport, playerId: string, proof: BalanceProof) {
  const tree = report.trees.find(({ currency }) => currency === proof.currency)
  const fault = tree ? await checkProof({ report: report.id, playerId, tree, proof }, sha256) : 'malformed'
  return { currency: proof.currency, amount: proof.amount, isIncluded: fault === null }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}
