/** Flags players who received an offer for once after another player of their household had. It takes nothing away. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { KernelDeps, Tx } from '../../deps.ts'
import { consumer } from '../../kernel/facts/consumer.ts'
import { bonusGranted, freespinsGranted, sessionOpened, withdrawalRequested } from '../../kernel/facts/kinds.ts'
import { readFirstOnce } from '../../bonuses/index.ts'
import { findSharedDestinations } from '../../cashier/index.ts'
import { findSharedAddresses, findSharedDevices, findSharedMailboxes, type Pair } from '../../identity/index.ts'

const followed = [bonusGranted, freespinsGranted, sessionOpened, withdrawalRequested] as const

const households = consumer<KernelDeps>('households', {
  follows: followed,
  async apply(tx, batch, { clock }) {
    const facts = await Promise.all(followed.map((each) => batch.of(each)))
    const players = [...new Set(facts.flat().flatMap(({ player }) => player ?? []))]
    const received = await readFirstOnce(tx, players)
    const pairs = await findPairs(tx, [...received.keys()])
    if (pairs.size === 0) return
    const all = await readFirstOnce(tx, [
      ...new Set([...pairs.values()].flatMap(({ playerId, otherId }) => [playerId, otherId])),
    ])
    const flags = [...pairs.values()].flatMap((pair) => later(pair, all))
    await write(tx, clock.now(), flags)
  },
  /** Decided flags stay. */
  reset: async (tx) => {
    await tx.deleteFrom('bonuses.household_flags').where('decision', 'is', null).execute()
  },
})

type Match = 'mailbox' | 'device' | 'address' | 'destination'
type Matched = Pair & { matches: Match[] }

async function findPairs(tx: Tx, playerIds: string[]): Promise<Map<string, Matched>> {
  const pairs = new Map<string, Matched>()
  if (playerIds.length === 0) return pairs
  const found = [
    ['mailbox', await findSharedMailboxes(tx, playerIds)],
    ['address', await findSharedAddresses(tx, playerIds)],
    ['destination', await findSharedDestinations(tx, playerIds)],
    ['device', await findSharedDevices(tx, playerIds)],
  ] as const
  for (const [match, each] of found)
    for (const { playerId, otherId } of each) {
      const [one, other] = [playerId, otherId].toSorted() as [string, string]
      const pair = pairs.get(one + other) ?? { playerId: one, otherId: other, matches: [] }
      if (!pair.matches.includes(match)) pair.matches.push(match)
      pairs.set(one + other, pair)
    }
  return pairs
}

/** The player who received one later comes first; nobody if only one of them did. */
function later(pair: Matched, received: Map<string, Date>): Matched[] {
  const [one, other] = [received.get(pair.playerId), received.get(pair.otherId)]
  if (!one || !other) return []
  return [one >= other ? pair : { ...pair, playerId: pair.otherId, otherId: pair.playerId }]
}

/** A decided flag stays as it was decided. */
async function write(tx: Tx, at: Date, flags: Matched[]): Promise<void> {
  for (const { playerId, otherId, matches } of flags.toSorted((a, b) =>
    a.playerId + a.otherId < b.playerId + b.otherId ? -1 : 1,
  ))
    await sql`
      INSERT INTO bonuses.household_flags AS flag (id, player_id, other_player_id, matches, flagged_at)
      VALUES (${randomUUID()}, ${playerId}, ${otherId}, ${matches}::text[], ${at})
      ON CONFLICT (player_id, other_player_id) DO UPDATE
      SET matches = (SELECT array_agg(DISTINCT each ORDER BY each) FROM unnest(flag.matches || excluded.matches) AS each)
      WHERE flag.decision IS NULL AND NOT flag.matches @> excluded.matches`.execute(tx)
}

export const consumers = [households]
