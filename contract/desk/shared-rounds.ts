/** The chains of hashes that decide shared rounds, and their salts. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { HashChain, sharedGames } from '../shared-rounds.ts'
import * as HttpStatus from '../statuses.ts'

const game = z.object({ game: z.enum(sharedGames) })
const Chain = HashChain.extend({
  /** Rounds. */
  played: z.number(),
})
export type DeskHashChain = z.output<typeof Chain>

export const listHashChains = endpoint({
  method: 'GET',
  path: '/api/shared-rounds/{game}/chains',
  access: 'operator',
  scope: 'games:read',
  summary: 'The chains of a game, newest first: rounds played, published hash, event and salt',
  params: game,
  reply: z.array(Chain),
})

export const enterSalt = endpoint({
  method: 'POST',
  path: '/api/shared-rounds/{game}/chains/{lastHash}/salt',
  access: 'operator',
  scope: 'games:decide',
  summary: 'Enter the salt of the oldest chain that has none, with its source; it can never be changed',
  params: game.extend({ lastHash: z.string().regex(/^[0-9a-f]{64}$/) }),
  body: z.object({
    salt: z.string().regex(/^[\x21-\x7e]{16,256}$/, 'has 16 to 256 printable characters without spaces'),
    /** Where anyone can look it up. */
    source: z.string().trim().min(3).max(500),
  }),
  refusals: {
    noChain: {
      status: HttpStatus.conflict,
      description: 'This is not the oldest chain that waits for a salt',
    },
    saltedBefore: { status: HttpStatus.conflict, description: 'The chain has another salt, which stays' },
  },
})
