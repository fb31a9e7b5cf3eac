/** Adds each settled round to its player's rakeback, by the version that was in force when the round settled. */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { arrayOf } from '../../kernel/db/array-of.ts'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { readStarted } from '../../kernel/definitions/definitions.ts'
import { type Edge, readEdges, roundsOf, rulesWithin } from '../counting-rules.ts'
import { type Game, type Round, portionsOf, settledPlay } from '../settled-play.ts'
import { millionths } from './internal/available.ts'
import { rakebackIdentity, rakebackKind, readRule, type Rule, writeRule } from './kind.ts'

const name = 'rakeback'

const rakeback = consumer(name, {
  follows: [movements],
  pass: settledPlay,
  async apply(tx, batch, { partners }) {
    const { players, games } = await batch.read(settledPlay)
    const rule = writeRule(await readStarted(tx, rakebackKind, rakebackIdentity))
    const earned: Earned[] = []
    for (const part of await rulesWithin(tx, batch.movements!, { consumer: name, rule, partners })) {
      const earn = earning(readRule(part.rule), await readEdges(tx, name, part.since, games))
      for await (const { player, rounds } of portionsOf(players))
        earned.push(...sumOf(player, roundsOf(part, rounds), earn))
    }
    await put(tx, earned)
  },
  /** What was claimed stays claimed. */
  reset: async (tx) => {
    await tx.updateTable('rewards.rakebacks').set({ earned: 0n }).execute()
  },
})

type Earned = { player: string; currency: string; sum: bigint }

/** In each currency. */
function sumOf(player: string, rounds: readonly Round[], earn: (round: Round) => bigint): Earned[] {
  const earned: Earned[] = []
  for (const round of rounds) {
    const sum = earn(round)
    if (sum <= 0n) continue
    const own = earned.find(({ currency }) => currency === round.currency)
    if (own) own.sum += sum
    else earned.push({ player, currency: round.currency, sum })
  }
  return earned
}

/**
 * What a round earns: truncated to a millionth of a subunit for each. Stakes of bonus money and free spins bring nothing.
 * Stakes repeat, so that most are calculated once.
 */
function earning({ versions }: Rule, edges: Map<Game, Edge>): (round: Round) => bigint {
  const terms = versions.map(({ hundredths, from, to }) => ({
    hundredths: BigInt(hundredths),
    from: Date.parse(from) * 1000,
    to: to === null ? Infinity : Date.parse(to) * 1000,
    known: new Map<Game, Map<bigint, bigint>>(),
  }))
  return ({ game, stake, bonusStake, freeStake, settledAt }) => {
    if (bonusStake !== 0n || freeStake !== 0n || stake <= 0n) return 0n
    const term = terms.find(({ from, to }) => settledAt >= from && settledAt < to)
    const edge = edges.get(game)
    if (!term || !edge) return 0n
    let known = term.known.get(game)
    if (!known) term.known.set(game, (known = new Map()))
    let earned = known.get(stake)
    if (earned === undefined) {
      earned = (stake * edge.numerator * term.hundredths * millionths) / (edge.denominator * 10_000n)
      known.set(stake, earned)
    }
    return earned
  }
}

/** A row is in it more than once where the rule has changed within the batch. */
async function put(tx: Tx, earned: Earned[]): Promise<void> {
  if (earned.length === 0) return
  const column = (key: keyof Earned) => arrayOf(earned.map((each) => each[key]))
  await sql`
    INSERT INTO rewards.rakebacks AS held (player_id, currency, earned)
    SELECT player, currency, sum(sum)::bigint
    FROM unnest(${column('player')}::uuid[], ${column('currency')}::text[], ${column('sum')}::bigint[]) AS input (player, currency, sum)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (player_id, currency) DO UPDATE SET earned = held.earned + excluded.earned`.execute(tx)
}

export const consumers = [rakeback]
