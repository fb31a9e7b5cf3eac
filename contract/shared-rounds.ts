/**
 * Shared rounds: one round for all players, its phases on a public channel, and the chain of hashes that decides it.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, WireAmount } from './money.ts'
import { Hundredths } from './rounds.ts'

/** Games with shared rounds, by id. Each has a channel of its own. */
export const sharedGames = ['crash'] as const
export type SharedGame = (typeof sharedGames)[number]

const Digest = z.string().regex(/^[0-9a-f]{64}$/)

export const SharedBet = z.object({
  id: z.uuid(),
  /** The player's masked name. */
  name: z.string(),
  currency: CurrencyCode,
  stake: WireAmount,
  cashedOutAt: Hundredths.nullable(),
})
export type SharedBet = z.infer<typeof SharedBet>

/** A public randomness beacon of the drand protocol. `chainHash` is the hash of all other fields but `isDemo`. */
export const SharedBeacon = z.object({
  chainHash: Digest,
  name: z.string(),
  publicKey: z.string().regex(/^[0-9a-f]{192}$/),
  periodSeconds: z.int().min(1),
  /** The time of its round 1, in seconds since 1970. */
  genesis: z.int(),
  groupHash: Digest,
  /** True if the site has the beacon's key itself, for demonstration: it then proves nothing. */
  isDemo: z.boolean(),
})
export type SharedBeacon = z.infer<typeof SharedBeacon>

export const RoundOfBeacon = z.object({
  chainHash: Digest,
  /** Fixed when bets closed: the first one whose signature became known more than a second afterwards. */
  round: z.int().min(1),
  /** Null if the beacon did not answer in time, so that the shared round was cancelled. */
  signature: z
    .string()
    .regex(/^[0-9a-f]{96}$/)
    .nullable(),
})

export const EndedRound = z.object({
  number: z.int().min(1),
  /** The version of the maths that derived the crash point. */
  mathsVersion: z.string(),
  /** 1.00 in a cancelled round, which has none. */
  point: Hundredths,
  /** The hash that decided the round. Its hash is that of the previous round. */
  hash: Digest,
  /** True if the round could not be run to its end and the remaining stakes were returned. */
  isInterrupted: z.boolean(),
  /** True if the round never started, because its beacon did not answer, and all stakes were returned. */
  isCancelled: z.boolean(),
  /** Its signature decided the round together with the hash. Null: the public salt did, and the operator knew the point. */
  beacon: RoundOfBeacon.nullable(),
})
export type EndedRound = z.infer<typeof EndedRound>

export const HashChain = z.object({
  /** The number of rounds that the chain decides. */
  length: z.int().min(1),
  /** The published hash: the hash of the first round's hash. */
  lastHash: Digest,
  /** The number of the round that its first hash decides. */
  firstRound: z.int().min(1),
  /** The event that determines the salt, announced when the chain was published. */
  event: z.string(),
  /** Null until the event; nobody can play before it. */
  salt: z.string().nullable(),
  saltSource: z.string().nullable(),
  createdAt: z.iso.datetime(),
  saltedAt: z.iso.datetime().nullable(),
  /** True if the site made both the chain and its salt for demonstration, which proves nothing. */
  isDemo: z.boolean(),
})
export type HashChain = z.infer<typeof HashChain>

/**
 * `closed`: there is no chain with a salt. `paused`: the beacon did not answer in three rounds. `waiting`: nobody is
 * watching. `drawing`: bets are closed, and the beacon's signature is awaited.
 */
export const SharedPhase = z.enum(['closed', 'paused', 'waiting', 'betting', 'drawing', 'running', 'ended'])
export type SharedPhase = z.infer<typeof SharedPhase>

export const SharedTable = z.object({
  gameId: z.enum(sharedGames),
  phase: SharedPhase,
  /** The current round; 0 before the first one. */
  number: z.int().min(0),
  /** Milliseconds until bets are closed. */
  msLeft: z.int().min(0).nullable(),
  /** Milliseconds since the round started. */
  elapsedMs: z.int().min(0).nullable(),
  /** The result, once the round has ended. */
  ended: EndedRound.nullable(),
  /** The highest stakes of the current round; demo play is not listed. */
  bets: z.array(SharedBet),
  /** The last rounds, newest first. */
  recent: z.array(EndedRound),
  chain: HashChain.nullable(),
  /** The beacon of the current round. Null without one: the operator then knows the crash points in advance. */
  beacon: SharedBeacon.nullable(),
  /** The beacon's round that decides the current round, once bets are closed. */
  beaconRound: z.int().min(1).nullable(),
})
export type SharedTable = z.infer<typeof SharedTable>

/** Sent several times a second while a round is open, with what has changed and the time by the server's clock. */
export type SharedTick = {
  number: number
  phase: 'betting' | 'drawing' | 'running'
  /** Milliseconds until bets are closed, until the beacon's signature is due, or since the start of the round. */
  ms: number
  bets: SharedBet[]
  cashOuts: Array<{ id: string; at: number }>
}

export type SharedRoundEvents = {
  'round.betting': { number: number; msLeft: number }
  'round.closed': { number: number; beaconRound: number }
  'round.started': { number: number }
  'round.tick': SharedTick
  'round.ended': EndedRound
}

export const readSharedTable = endpoint({
  method: 'GET',
  path: '/api/game/shared-rounds/{gameId}',
  access: 'public',
  summary: 'Get the current and latest shared rounds of a game, and its hash chain',
  params: z.object({ gameId: z.enum(sharedGames) }),
  reply: SharedTable,
})
export const readSharedRound = endpoint({
  method: 'GET',
  path: '/api/game/shared-rounds/{gameId}/{number}',
  access: 'public',
  summary: 'Get a finished shared round with the hash that decided it, its chain and its beacon',
  params: z.object({
    gameId: z.enum(sharedGames),
    number: z.coerce.number().int().min(1).max(2_000_000_000),
  }),
  reply: z.object({ round: EndedRound, chain: HashChain, beacon: SharedBeacon.nullable() }),
  refusals: { roundNotFound: { status: 404, description: 'unknown, or not ended' } },
})
