// Recalculates a round in the browser and records every step, so that each can be shown.

import type { Act } from '#contract/rounds.ts'
import { openDraw, playOut, sha256Hex } from '../fairness.ts'
import { loadMaths } from '../load-maths.ts'
import { drawnBy, hashBefore, isShared } from '../shared.ts'
import type { Choice, Outcome } from '../slot-engine/outcome.ts'

export type Facts = {
  game: string
  mathsVersion?: string
  serverSeed: string
  clientSeed: string
  nonce: number
  stake: number
  choice: Choice
  acts?: readonly Act[]
}

/** One random number below the bound. */
export type Drawn = { bound: number; value: number }

export type Steps = {
  fingerprint: string
  /** The first message that is authenticated with the server seed as the key. */ message: string
  mixed: string
  draws: Drawn[]
  outcome: Outcome
}

export class NotOffered extends Error {}

const text = new TextEncoder()

async function firstBlock(serverSeed: string, message: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', text.encode(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Throws NotOffered for a game, version, stake, choice or acts that the studio never offered. */
export async function recompute(facts: Facts): Promise<Steps> {
  const maths = await loadMaths(facts.game, facts.mathsVersion)
  const choice = maths?.readChoice(facts.choice, facts.stake)
  if (!maths || choice === undefined || facts.stake <= 0 || facts.stake % maths.unit !== 0) throw new NotOffered()
  const inner = await openDraw(facts.serverSeed, facts.clientSeed, facts.nonce)
  const draws: Drawn[] = []
  const draw = {
    async below(bound: number) {
      const value = await inner.below(bound)
      draws.push({ bound, value })
      return value
    },
  }
  const outcome = await playOut(maths, draw, { ...facts, choice }).catch((error: unknown) => {
    throw error instanceof RangeError ? new NotOffered() : error
  })
  const message = `${facts.clientSeed}:${facts.nonce}:0`
  return {
    fingerprint: await sha256Hex(facts.serverSeed),
    message,
    mixed: await firstBlock(facts.serverSeed, message),
    draws,
    outcome,
  }
}

/** Deep equality, independent of key order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) =>
    isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}

type BeaconFacts = { chainHash: string; round: number; signature: string | null }
type SharedFacts = {
  number: number
  hash: string
  point: number
  mathsVersion: string
  isCancelled: boolean
  beacon: BeaconFacts | null
}
type ChainFacts = { lastHash: string; firstRound: number; salt: string | null }

/**
 * Follows the hash of a shared round through the rounds before it to the published one, and derives its point from the
 * signature of its beacon, which `isGenuine` verifies, or else from the salt. A cancelled round has no point.
 */
export async function recomputeShared(
  game: string,
  round: SharedFacts,
  chain: ChainFacts,
  isGenuine: (facts: BeaconFacts) => Promise<boolean> | boolean,
): Promise<boolean> {
  const maths = await loadMaths(game, round.mathsVersion)
  if (!maths || !isShared(maths)) return false
  const { beacon } = round
  if (!round.isCancelled) {
    const key = beacon ? beacon.signature : chain.salt
    if (key === null || maths.shared.pointOf(await drawnBy(key, round.hash)) !== round.point) return false
    if (beacon && !(await isGenuine(beacon))) return false
  }
  let link = round.hash
  for (let number = round.number; number >= chain.firstRound; number--) link = await hashBefore(link)
  return link === chain.lastHash
}
