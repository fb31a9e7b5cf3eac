/**
 * Bets of several players at once, with every fault of the sportsbook and of this process: calls repeated, at once or
 * later, reordered, lost, and cut off right before they commit. `npm run storm:sports -- 200000 200` makes it as long as
 * one likes, and kills the processes that answer.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
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
/** Bets that are in progress together, and their players. Every eighth bet is of one of the first players. */
const atOnce = kills > 0 ? 24 : 8
const playerCount = kills > 0 ? 40 : 3
const busyPlayers = 2
const initial = 30_000
/** Answers that are asked for again once every process has been killed. */
const remembered = 2_000
const reportMs = 30_000

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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Call = [name: string, body: { requestId: string } & Record<string, unknown>]

/** What the sportsbook does about one bet after its placement. Some decisions never arrive. */
function fate(pick: (below: number) => number, placed: ReturnType<typeof placeOf>): Call[] {
  const { betId, stake } = placed
  if (pick(6) === 0) return [['decline', { requestId: randomUUID(), betId, reason: 'price changed' }]]
  const calls: Call[] = [['accept', acceptOf(placed)]]
  let paid = 0
  let open = stake
  const decisions = pick(3) > 0 ? 1 : 2 + pick(4)
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
      if (progress() * kills < killed + 0.5) await pause(20)
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

// Shows: attack 188, pair kill/open bet
longTest(
  `${bets} bets under faults: every answer repeats, no money appears or disappears, every invariant holds`,
  async () => {
    const pick = chance(seed)
    const players = await Promise.all(Array.from({ length: playerCount }, () => site.player({ EUR: BigInt(initial) })))
    const tokens = await Promise.all(players.map((player) => site.start(player)))
    /** What came from outside less what went there, next to the bets. */
    const added = new Map<string, number>(players.map(({ id }) => [id, initial]))
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
      for (let attempt = 1; ; attempt++) {
        const copies = pick(8) === 0 ? 3 : 1
        const send = storm?.call ?? site.call
        const answers = await Promise.all(Array.from({ length: copies }, () => send(name, body).catch(() => null)))
        const last = answers
          .filter((answer) => answer !== null && answer.status < 500 && answer.status !== 425)
          .map((answer) => JSON.stringify(answer!.body))
        if (new Set(last).size > 1) throw new Error(`${name} got several answers: ${last.join(' ')}`)
        if (last.length > 0) return last[0]!
        await pause(Math.min(200, attempt * (1 + pick(10))))
      }
    }
    /** Below zero: money leaves, if the player has it. A wallet that was locked for too long is tried again. */
    async function pay({ id }: Bettor, amount: number): Promise<void> {
      const [player, outside] = [`player:${id}:cash:EUR`, 'clearing:storm:EUR']
      const idempotencyKey = randomUUID()
      const post = () =>
        site.deps.ledger.post({
          kind: amount < 0 ? 'deposit-reversed' : 'deposit',
          actor: 'storm',
          idempotencyKey,
          requestHash: '',
          reference: { kind: 'other', id: 'storm' },
          transfers: [
            {
              from: amount < 0 ? player : outside,
              to: amount < 0 ? outside : player,
              amount: BigInt(Math.abs(amount)) as never,
            },
          ],
        })
      let posted = await post().catch(() => null)
      while (!posted) posted = await post().catch(() => null)
      if (posted.ok) added.set(id, added.get(id)! + amount)
    }
    let given = 0
    const answered: Array<{ call: Call; answer: string }> = []
    /** An even choice of all calls, for the time after the storm. */
    function note(each: { call: Call; answer: string }): void {
      const at = given++ < remembered ? answered.length : pick(given)
      if (at < remembered) answered[at] = each
    }
    async function live(): Promise<void> {
      const who = pick(8) === 0 ? pick(busyPlayers) : pick(players.length)
      const placed = placeOf(tokens[who]!, { stake: 100 + pick(900) })
      const calls: Call[] = [['place', placed], ...fate(pick, placed)]
      // The sportsbook learns the placement's answer, or gives up and declines; everything after it may be reordered.
      const first = await call(calls[0]!)
      if (first.includes('insufficientFunds')) await pay(players[who]!, initial)
      const rest = calls.slice(1)
      for (let i = rest.length - 1; i > 0; i--) {
        const other = pick(i + 1)
        ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
      }
      const answers = await Promise.all(rest.map(call))
      if (pick(8) === 0) await pay(players[who]!, -1 - pick(6000))
      if (pick(3) === 0) expect(await call(calls[0]!)).toBe(first)
      for (const [index, each] of rest.entries()) {
        if (pick(6) === 0) expect(await call(each)).toBe(answers[index])
        note({ call: each, answer: answers[index]! })
      }
      note({ call: calls[0]!, answer: first })
    }

    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const report = setInterval(() => {
      const done = bets - Math.max(0, left)
      console.log(`${done} bets, ${Math.round(done / seconds())}/s, ${storm?.killed() ?? 0} processes killed`)
    }, reportMs)
    try {
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left-- > 0) await live()
        }),
      )
      if (kills > 0) console.log(`${bets} bets in ${Math.round(seconds())} s, ${Math.round(bets / seconds())}/s`)
    } finally {
      clearInterval(report)
      site.deps.db.transaction = transaction
      await storm?.end()
    }
    expect(storm ? storm.killed() : cut).toBeGreaterThanOrEqual(Math.max(1, kills))
    for (const { call: each, answer } of answered) expect(JSON.stringify((await site.call(...each)).body)).toBe(answer)
    const { rows: ends } = await site.app.db.asOwner(
      'SELECT status, count(*)::int AS bets FROM sports.bets GROUP BY 1 ORDER BY 1',
    )
    if (kills > 0) console.log(ends.map((end) => `${end.bets} ${end.status}`).join(', '))
    expect(ends.length).toBeGreaterThanOrEqual(4)
    expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([])
    if (kills > 0) console.log(`checked after ${Math.round(seconds())} s`)
    for (const player of players) {
      const { rows } = await site.app.db.asOwner(
        `SELECT coalesce(sum(payout + debt - CASE WHEN status = 'declined' THEN 0 ELSE stake END), 0)::int AS net
      FROM sports.bets WHERE player_id = $1`,
        [player.id],
      )
      expect(await site.cash(player)).toBe(added.get(player.id)! + rows[0].net)
    }
  },
  120_000 + bets * 1_000,
)
