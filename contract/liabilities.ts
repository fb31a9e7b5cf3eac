/** Proof of liabilities: published reports of what is owed to players, and the proof of a player's own balances. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jackpotLevels } from './jackpot-odds.ts'
import { CurrencyCode, SignedWireAmount, WireAmount } from './money.ts'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)

const ByLevel = z.array(WireAmount).length(jackpotLevels.length)

export const LiabilityReport = z.object({
  number: z.int().min(1),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The signed text, which names every figure below and the hash of the previous statement. */
  statement: z.string(),
  previous: Digest.nullable(),
  /** ECDSA on P-256 with SHA-256 over the statement, r and s of 32 bytes each, in base64url. */
  signature: z.string(),
  /** The uncompressed point, in base64url. */
  publicKey: z.string(),
  trees: z.array(z.object({ currency: CurrencyCode, leaves: z.int().min(2), total: WireAmount, root: Digest })),
  holdings: z.array(z.object({ holder: z.string(), currency: CurrencyCode, amount: SignedWireAmount })),
  /** The pots of open jackpots, by level, after so many draws, with their terms; empty in older reports. */
  jackpots: z.array(
    z.object({
      id: z.string(),
      currency: CurrencyCode,
      draws: z.int().min(0),
      pots: ByLevel,
      sideStake: WireAmount,
      contributions: ByLevel,
      seeds: ByLevel,
      caps: ByLevel,
    }),
  ),
  /** Thumbprints of the keys from which server seeds are drawn. A key is published here before it is used. */
  drawKeys: z.array(z.string()),
})
export type LiabilityReport = z.infer<typeof LiabilityReport>

const Part = z.object({
  part: z.int().min(0),
  position: z.int().min(0),
  amount: WireAmount,
  salt: Digest,
  /** The siblings on the path to the root, from the leaf up. */
  path: z.array(z.object({ hash: Digest, sum: WireAmount })),
})
export const LiabilityProof = z.object({
  report: z.int().min(1),
  playerId: z.uuid(),
  /** One for each currency in which money was owed. */
  balances: z.array(z.object({ currency: CurrencyCode, amount: WireAmount, parts: z.array(Part) })),
})
export type LiabilityProof = z.infer<typeof LiabilityProof>

export const listLiabilityReports = endpoint({
  method: 'GET',
  path: '/api/wallet/liabilities',
  access: 'public',
  summary: 'List the latest reports of liabilities to players, newest first',
  reply: z.array(LiabilityReport),
})
export const downloadOperatorKey = endpoint({
  method: 'GET',
  path: '/api/wallet/liabilities/key',
  access: 'public',
  summary: 'Download the public key that signs reports and statements, in PEM',
  isDownload: true,
})
export const readLiabilityProof = endpoint({
  method: 'GET',
  path: '/api/wallet/liabilities/proof',
  access: 'player',
  summary: "Get the proof that the player's balances are included in a report, by default the latest",
  query: z.object({ report: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  reply: LiabilityProof,
  refusals: { reportNotFound: { status: 404, description: 'not published, or more than a month old' } },
})
