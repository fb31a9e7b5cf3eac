/** Jackpots: pots of a currency that players feed with an optional side stake, a ticket. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jackpotLevels } from './jackpot-odds.ts'
import { CurrencyCode, WireAmount } from './money.ts'
import * as HttpStatus from './statuses.ts'

const Level = z.object({
  level: z.enum(jackpotLevels),
  pot: WireAmount,
  /** What a new pot starts with. */
  seed: WireAmount,
  /** The pot is won before it exceeds this. */
  cap: WireAmount,
  /** What this pot gets of each side stake. */
  contribution: WireAmount,
  /** How often it has been won. */
  wins: z.int(),
})
export type JackpotTerms = { sideStake: number; levels: Array<z.infer<typeof Level>> }

export const Jackpot = z.object({
  id: z.string(),
  currency: z.string(),
  /** Staked with the first stake of each round, in subunits, as all amounts here. */
  sideStake: WireAmount,
  levels: z.array(Level),
  /** Side stakes drawn so far; the next one has the next number. */
  draws: z.int(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** The latest prizes, newest first. */
  latest: z.array(
    z.object({ level: z.enum(jackpotLevels), amount: WireAmount, number: z.int(), at: z.iso.datetime() }),
  ),
})
export type Jackpot = z.infer<typeof Jackpot>

const Pair = z.object({
  id: z.string(),
  jackpotId: z.string(),
  /** Counted for the player and the jackpot, without gaps. */
  number: z.int(),
  key: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  /** Drawn side stakes. */
  nextNonce: z.int(),
  openedAt: z.iso.datetime(),
  revealedAt: z.iso.datetime().nullable(),
  /** Null until the pair is revealed. */
  serverSeed: z.string().nullable(),
  proof: z.string().nullable(),
})
export type TicketPair = z.infer<typeof Pair>

const ByLevel = z.array(WireAmount).length(jackpotLevels.length)
const Ticket = z.object({
  roundId: z.string(),
  game: z.object({ id: z.string(), name: z.string() }),
  jackpotId: z.string(),
  pairId: z.string(),
  sideStake: WireAmount,
  state: z.enum(['open', 'drawn', 'returned']),
  boughtAt: z.iso.datetime(),
  /** Null unless it was drawn. */
  draw: z
    .object({
      /** Counted for the jackpot, without gaps. */
      number: z.int(),
      nonce: z.int(),
      /** By level: the pot before the draw, the number drawn, and the prize. */
      pots: ByLevel,
      drawn: ByLevel,
      won: ByLevel,
    })
    .nullable(),
})
export type Ticket = z.infer<typeof Ticket>

const params = z.object({ currency: CurrencyCode })
const ClientSeed = z.string().regex(/^[\x21-\x7e]{1,64}$/)
const jackpotNotFound = { status: 404, description: 'no jackpot of this currency is open' } as const
const OwnJackpot = z.object({
  /** The open jackpot of the currency; null without one, or where a law forbids it. */
  jackpot: Jackpot.nullable(),
  isOn: z.boolean(),
  /** Side stakes of rounds that are not over. */
  open: z.int(),
  /** Newest first. */
  pairs: z.array(Pair),
})
export type OwnJackpot = z.infer<typeof OwnJackpot>

export const listJackpots = endpoint({
  method: 'GET',
  path: '/api/game/jackpots',
  access: 'public',
  summary: 'List the open jackpots with their pots; empty where a law forbids jackpots',
  reply: z.array(Jackpot),
})
export const readOwnJackpot = endpoint({
  method: 'GET',
  path: '/api/game/jackpots/{currency}/own',
  access: 'player',
  summary: "Get whether the player's rounds take part in the jackpot of a currency, and the seed pairs of its draws",
  params,
  reply: OwnJackpot,
})
export const joinJackpot = endpoint({
  method: 'POST',
  path: '/api/game/jackpots/{currency}/join',
  access: 'player',
  summary: 'Add the side stake to each new round, until the player leaves',
  params,
  /** `jackpotId`: the one whose terms the player has seen. */
  body: z.object({ jackpotId: z.string().max(40), clientSeed: ClientSeed }),
  reply: OwnJackpot,
  refusals: {
    jackpotNotFound,
    jackpotForbidden: {
      status: HttpStatus.unprocessable,
      description: "the law of the account's country forbids jackpots",
    },
    accountNotFound: { status: 404, description: 'the player has no account in the currency' },
    playerExcluded: { status: HttpStatus.unprocessable, code: 13101 },
  },
})
export const leaveJackpot = endpoint({
  method: 'POST',
  path: '/api/game/jackpots/{currency}/leave',
  access: 'player',
  summary: 'Add no side stake to further rounds; allowed at any time',
  params,
  reply: OwnJackpot,
})
export const revealTickets = endpoint({
  method: 'POST',
  path: '/api/game/jackpots/{currency}/reveal',
  access: 'player',
  summary: 'Reveal the server seed of the open pair, and commit to the next one if the player takes part',
  params,
  body: z.object({ clientSeed: ClientSeed }),
  reply: OwnJackpot,
  refusals: {
    pairNotFound: { status: 404, description: 'there is nothing to reveal' },
    roundInProgress: { status: HttpStatus.conflict, description: 'a round with a side stake is not over' },
  },
})
export const listTickets = endpoint({
  method: 'GET',
  path: '/api/game/jackpots/{currency}/tickets',
  access: 'player',
  summary: "List the player's side stakes with their draws, newest first",
  params,
  query: z.object({
    pairId: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    /** The position from which to continue. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({
    data: z.array(Ticket),
    next: z.string().nullable(),
    /** Those of the tickets, with their terms; pots are the present ones. */
    jackpots: z.array(Jackpot),
  }),
})
