/** Verifies a report and the player's proof from published data only. This chunk is loaded on demand. */
import type { LiabilityProof, LiabilityReport } from '#contract/liabilities.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { type SeenKey, seenKey } from '../fairness/pinned-keys.ts'
import { auditSealIn, type BalanceProof, checkProof, type Hash, statementOf, toHex } from '#contract/liability-proof.ts'

export type Checked = {
  isSigned: boolean
  /** Whether each statement contains the hash of the previous one. */
  isChained: boolean
  /** Whether all reports have the same public key. */
  isOneKey: boolean
  /** Whether this browser sees a key for the first time, has seen this key before, or has seen another one. */
  key: SeenKey
  /** The balances of the player; null for guests. */
  own: OwnBalance[] | null
}
/** `least` is the minimum that the player's entries show for the time of the report, without open stakes. */
export type OwnBalance = { currency: string; amount: number; least: number; isIncluded: boolean; isWhole: boolean }

/** Browsers verify signatures only in secure contexts. Elsewhere `subtle` may be a polyfill with digests only. */
export const canVerify = (): boolean => Boolean((globalThis.crypto.subtle as Partial<SubtleCrypto> | undefined)?.verify)

/** Checks reports, which are sorted newest first. The proof belongs to the newest one. */
export async function checkReports(
  reports: LiabilityReport[],
  proof: LiabilityProof | null,
  /** The player's ledger entries, newest first, at least from the moment of the report. */
  entries: LedgerEntry[] = [],
): Promise<Checked | 'needsSecure'> {
  if (!canVerify()) return 'needsSecure'
  const [latest] = reports
  if (!latest) throw new Error('there is no report')
  const [isSigned, isChained, own] = await Promise.all([
    isSignedReport(latest),
    isChain(reports),
    proof && checkOwn(latest, proof, leastOwed(entries, latest.madeAt)),
  ])
  const isOneKey = new Set(reports.map(({ publicKey }) => publicKey)).size === 1
  return {
    isSigned,
    isChained,
    isOneKey,
    key: isSigned ? seenKey('liabilities-key', latest.publicKey) : 'changed',
    own,
  }
}

/** Adds a failed entry for each currency in which the entries show money but the proof has no balance. */
async function checkOwn(
  report: LiabilityReport,
  { playerId, balances }: LiabilityProof,
  least: Map<string, number>,
): Promise<OwnBalance[]> {
  const proven = await Promise.all(balances.map((balance) => checkBalance(report, playerId, balance)))
  const missing = [...least].filter(
    ([currency, amount]) => amount > 0 && !balances.some((balance) => balance.currency === currency),
  )
  return [
    ...proven.map((balance) => {
      const shown = least.get(balance.currency) ?? 0
      return { ...balance, least: shown, isWhole: balance.amount >= shown }
    }),
    ...missing.map(([currency, amount]) => ({ currency, amount: 0, least: amount, isIncluded: false, isWhole: false })),
  ]
}

/** It is uncertain whether a report includes a movement this short time after it. */
const toleranceMs = 5_000

/**
 * Sums cash, vault and pending withdrawals by currency, from the player's entries. It takes the smaller of the sums at
 * the time of the report and shortly after.
 */
export function leastOwed(entries: LedgerEntry[], madeAt: string): Map<string, number> {
  const then = balancesAt(entries, Date.parse(madeAt))
  const later = balancesAt(entries, Date.parse(madeAt) + toleranceMs)
  return new Map([...then].map(([currency, amount]) => [currency, Math.min(amount, later.get(currency) ?? 0)]))
}

/** Entries are sorted newest first, so the first one up to the moment has the balance at that moment. */
function balancesAt(entries: LedgerEntry[], moment: number): Map<string, number> {
  const balances = new Map<string, { currency: string; amount: number; isFound: boolean }>()
  for (const { currency, account, at, before, after } of entries) {
    const place = `${currency} ${account}`
    if (account === 'bonus' || balances.get(place)?.isFound) continue
    const isFound = Date.parse(at) <= moment
    balances.set(place, { currency, amount: isFound ? after : before, isFound })
  }
  const sums = new Map<string, number>()
  for (const { currency, amount } of balances.values()) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return sums
}

const sha256: Hash = async (input) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(input)))
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function isSignedReport(report: LiabilityReport): Promise<boolean> {
  if (statementOf({ ...report, auditSeal: auditSealIn(report.statement) }) !== report.statement) return false
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
