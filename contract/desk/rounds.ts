/** One round of a game, and one bet on sports, with all that is recorded about them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Act } from '../rounds.ts'
import * as HttpStatus from '../statuses.ts'
import { SelectionResult } from '../sportsbook-protocol.ts'
import { Money } from './common.ts'

const LedgerMovement = z.object({
  kind: z.string(),
  at: z.iso.datetime(),
  /** Who posted it, such as `studio:hub88`, and the key under which that is repeatable. */
  actor: z.string(),
  key: z.string(),
  /** The key of the bet that it undoes. */
  undoes: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  amount: Money,
})
export type LedgerMovement = z.output<typeof LedgerMovement>

const BonusMoney = z.object({ id: z.uuid(), name: z.string() })

/** What the server has recalculated, also while the seed is secret; null where there is nothing to compare yet. */
const Proof = z.object({
  /** The seed gives the hash that was published before the round. */
  commitment: z.boolean(),
  /** The seed follows from the key and the client's seed. */
  draw: z.boolean().nullable(),
  /** The maths of the round's version gives the recorded outcome. */
  outcome: z.boolean().nullable(),
})

const FairFacts = z.object({
  mode: z.enum(['real', 'demo']),
  /** At the studio, such as `betting` or `playing`. */
  state: z.string(),
  refusal: z.string().nullable(),
  mathsVersion: z.string(),
  mathsHash: z.string(),
  nonce: z.number(),
  clientSeed: z.string(),
  serverSeedHash: z.string(),
  /** Null until the player has revealed it. */
  serverSeed: z.string().nullable(),
  /** Of the pair among those of the player in the game; null for a pair from before the random function. */
  pair: z.object({ number: z.number(), key: z.string(), proof: z.string().nullable() }).nullable(),
  /** As the game describes them. */
  choice: z.unknown(),
  outcome: z.unknown(),
  steps: z.array(
    z.object({
      place: z.number().nullable(),
      act: Act,
      extraStake: Money,
      state: z.string(),
      refusal: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  proof: Proof,
})
export type FairFacts = z.output<typeof FairFacts>

const RoundCase = z.object({
  id: z.string(),
  studio: z.object({ id: z.string(), name: z.string() }),
  game: z.object({ id: z.string(), title: z.string() }),
  playerId: z.uuid(),
  status: z.enum(['open', 'settled', 'rolled-back']),
  stake: Money,
  won: Money,
  net: Money,
  bets: z.number(),
  openedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** Of the stake: bonus money, and what the operator staked. */
  bonusStake: Money,
  freeStake: Money,
  /** Winnings on bonus money that had ended; the operator keeps them. */
  forfeited: Money,
  bonus: BonusMoney.nullable(),
  freeSpins: BonusMoney.nullable(),
  movements: z.array(LedgerMovement),
  /** Refunds that came after the round was paid, and had no effect. */
  lateRollbacks: z.array(z.object({ key: z.string(), undoes: z.string(), at: z.iso.datetime() })),
  /** When a round that its studio closed with a losing bet is settled, unless the bet is undone before. */
  closesAt: z.iso.datetime().nullable(),
  /** Of a studio that commits to its seeds. */
  fair: FairFacts.nullable(),
  /** The round that all players shared, once it has ended. */
  shared: z
    .object({
      number: z.number(),
      multiplier: z.string(),
      hash: z.string(),
      isInterrupted: z.boolean(),
      isCancelled: z.boolean(),
      /** The beacon's round that decided it. */
      beacon: z
        .object({ chainHash: z.string(), name: z.string(), round: z.number(), signature: z.string().nullable() })
        .nullable(),
      chain: z.object({ lastHash: z.string(), firstRound: z.number(), salt: z.string().nullable() }),
    })
    .nullable(),
  /** Rounds of other studios with the same id. */
  others: z.array(z.object({ studio: z.string(), path: z.string() })),
})
export type RoundCase = z.output<typeof RoundCase>

export const readRoundCase = endpoint({
  method: 'GET',
  path: '/api/rounds/{roundId}',
  access: 'operator',
  scope: 'games:read',
  summary: 'A round with its stakes, steps, seeds, movements and refunds; of `studio`, where several have such an id',
  params: z.object({ roundId: z.string().min(1).max(200) }),
  query: z.object({ studio: z.string().max(80).optional() }),
  reply: RoundCase,
  refusals: { roundNotFound: { status: HttpStatus.notFound, description: 'There is no such round' } },
})

const Leg = z.object({
  id: z.string(),
  sport: z.string(),
  event: z.string(),
  market: z.string(),
  outcome: z.string(),
  odds: z.string(),
  isLive: z.boolean(),
  startsAt: z.iso.datetime(),
  result: SelectionResult.nullable(),
  placeResult: SelectionResult.nullable(),
})

const Decision = z.object({
  sequence: z.number(),
  call: z.string(),
  payout: Money,
  openStake: Money,
  /** False: a later one had come before it. */
  isApplied: z.boolean(),
  reason: z.string().nullable(),
  actor: z.string().nullable(),
  at: z.iso.datetime(),
})

const BetCase = z.object({
  id: z.uuid(),
  sportsbook: z.string(),
  betId: z.string(),
  playerId: z.uuid(),
  status: z.string(),
  kind: z.string(),
  systemSizes: z.array(z.number()),
  isEachWay: z.boolean(),
  oddsPolicy: z.string(),
  stake: Money,
  openStake: Money,
  payout: Money,
  maximumPayout: Money,
  /** By our own calculation from the results; null without results. */
  expectedPayout: Money.nullable(),
  cashedOut: Money,
  cashedOutStake: Money,
  bonusStake: Money,
  bonus: BonusMoney.nullable(),
  forfeited: Money,
  /** With which the operator staked. */
  freeBet: z.object({ id: z.uuid(), definition: z.string() }).nullable(),
  /** What the player owes for this bet. */
  debt: Money,
  placedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  legs: z.array(Leg),
  decisions: z.array(Decision),
  movements: z.array(LedgerMovement),
  /** A difference from the sportsbook's list that is still open. */
  differsSince: z.iso.datetime().nullable(),
})
export type BetCase = z.output<typeof BetCase>

export const readBetCase = endpoint({
  method: 'GET',
  path: '/api/bets/{betId}',
  access: 'operator',
  scope: 'games:read',
  summary: 'A bet on sports with its legs, decisions, cash-outs and movements',
  params: z.object({ betId: z.uuid() }),
  reply: BetCase,
  refusals: { betNotFound: { status: HttpStatus.notFound, description: 'There is no such bet' } },
})
