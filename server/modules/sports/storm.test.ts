/**
 * Bets of several players at once, with every fault of the sportsbook and of this process: calls repeated, at once or
 * later, reordered, lost, and cut off right before they commit. `npm run storm:sports -- 200000 200` makes it as long as
 * one likes, and kills the processes that answer.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import {
  acceptOf,
  type Bettor,
  cashOutOf,
  placeOf,
  settleOf,
  sportsSite,
  type SportsSite,
  unsettleOf,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { startSportsWorker } from '#tests/setup/sports-worker.ts'

const bets = Number(process.env['BETS'] ?? 60)
/** Of processes that answer; 0 answers in this one. */
const kills = Number(process.env['SPORTS_KILLS'] ?? 0)
const seed = Number(process.env['SEED'] ?? 13)
const atOnce = 8
const initial = 30_000

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite()
})
afterAll(() => site.close())

/** A generator whose sequence follows from the seed (mulberry32). */
function chance(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Call = [name: string, body: { requestId: string } & Record<string, unknown>]

/** What the sportsbook does about one bet after its placement. Some decisions never arrive. */
function fate(pick: (below: number) => number, placed: ReturnType<typeof placeOf>): Call[] {
  const { betId, stake } = placed
  if (pick(6) === 0) return [['decline', { requestId: randomUUID(), betId, reason: 'price changed' }]]
  const calls: Call[] = [['accept', acceptOf(placed)]]
  let paid = 0
  let open = stake
  const decisions = 1 + pick(5)
  for (let sequence = 1; sequence <= decisions; sequence++) {
    const isLost = pick(8) === 0
    const [name, body]: Call =
      open === 0 && pick(3) === 0
        ? ['unsettle', unsettleOf(betId, sequence, (open = stake), (paid = 0))]
        : open > 1 && pick(4) === 0
          ? ['cash-out', cashOutOf(betId, sequence, (paid += pick(100)), (open = Math.floor(open / 2)))]
          : pick(5) === 0
            ? ['void', voidOf(betId, sequence, (paid = Math.min(stake, paid + open) + (open = 0)))]
            : ['settle', settleOf(betId, sequence, (paid = pick(3) === 0 ? 0 : pick(stake * 3)) + (open = 0))]
    if (!isLost) calls.push([name, body])
  }
  return calls
}

/** Two processes that answer, each killed in turn and replaced, evenly over the storm. */
async function startStorm(progress: () => number) {
  const start = () => startSportsWorker(site.app.db.url)
  const workers = await Promise.all([start(), start()])
  let turn = 0
  let killed = 0
  let isOver = false
  const killing = (async () => {
    while (!isOver && killed < kills) {
      if (progress() * kills < killed + 0.5) await new Promise((resolve) => setTimeout(resolve, 20))
      else {
        const index = killed++ % 2
        await workers[index]!.kill()
        workers[index] = await start()
      }
    }
  })()
  return {
    call: (name: string, body: object) => workers[turn++ % 2]!.call(name, body),
    killed: () => killed,
    async end() {
      isOver = true
      await killing
      await Promise.all(workers.map((worker) => worker.kill()))
    },
  }
}

test(
  `${bets} bets under faults: every answer repeats, no money appears or disappears, every invariant holds`,
  async () => {
    const pick = chance(seed)
    const players = await Promise.all(Array.from({ length: 3 }, () => site.player({ EUR: BigInt(initial) })))
    const tokens = await Promise.all(players.map((player) => site.start(player)))
    const spent = new Map<string, number>(players.map(({ id }) => [id, 0]))
    const { transaction } = site.deps.db
    let cut = 0
    let left = bets
    const storm = kills > 0 ? await startStorm(() => 1 - Math.max(0, left) / bets) : null
    site.deps.db.transaction = (work) =>
      transaction(async (tx) => {
        const result = await work(tx)
        if (pick(10) === 0) {
          cut++
          throw new Error('ended before the commit')
        }
        return result
      })

    async function call([name, body]: Call): Promise<string> {
      for (;;) {
        const copies = pick(5) === 0 ? 3 : 1
        const send = storm?.call ?? site.call
        const answers = await Promise.all(Array.from({ length: copies }, () => send(name, body).catch(() => null)))
        const last = answers.find((answer) => answer !== null && answer.status < 500 && answer.status !== 425)
        if (last) return JSON.stringify(last.body)
      }
    }
    async function spend({ id }: Bettor): Promise<void> {
      const amount = 1 + pick(6000)
      const posted = await site.deps.ledger.post({
        kind: 'deposit-reversed',
        actor: 'storm',
        idempotencyKey: randomUUID(),
        requestHash: '',
        reference: { kind: 'other', id: 'storm' },
        transfers: [{ from: `player:${id}:cash:EUR`, to: 'clearing:storm:EUR', amount: BigInt(amount) as never }],
      })
      if (posted.ok) spent.set(id, spent.get(id)! + amount)
    }
    async function live(): Promise<void> {
      const who = pick(players.length)
      const placed = placeOf(tokens[who]!, { stake: 100 + pick(900) })
      const calls: Call[] = [['place', placed], ...fate(pick, placed)]
      // The sportsbook learns the placement's answer, or gives up and declines; everything after it may be reordered.
      const first = await call(calls[0]!)
      const rest = calls.slice(1)
      for (let i = rest.length - 1; i > 0; i--) {
        const other = pick(i + 1)
        ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
      }
      const answers = await Promise.all(rest.map(call))
      if (pick(4) === 0) await spend(players[who]!)
      expect(await call(calls[0]!)).toBe(first)
      for (const [index, each] of rest.entries()) if (pick(3) === 0) expect(await call(each)).toBe(answers[index])
    }

    try {
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left-- > 0) await live()
        }),
      )
    } finally {
      site.deps.db.transaction = transaction
      await storm?.end()
    }
    expect(storm ? storm.killed() : cut).toBeGreaterThanOrEqual(Math.max(1, kills))
    const { rows: ends } = await site.app.db.asOwner('SELECT DISTINCT status FROM sports.bets')
    expect(ends.length).toBeGreaterThanOrEqual(4)
    expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([])
    for (const player of players) {
      const { rows } = await site.app.db.asOwner(
        `SELECT coalesce(sum(payout + debt - CASE WHEN status = 'declined' THEN 0 ELSE stake END), 0)::int AS net
      FROM sports.bets WHERE player_id = $1`,
        [player.id],
      )
      expect(await site.cash(player)).toBe(initial - spent.get(player.id)! + rows[0].net)
    }
  },
  120_000 + bets * 60,
)
