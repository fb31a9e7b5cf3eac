import { expect, test } from 'vitest'
import type { Act } from '#contract/rounds.ts'
import { possibleAct, aRoundOf } from '#tests/setup/stepped-play.ts'
import { openDraw } from './fairness.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { games } from './games.ts'
import { type Draw, isStepped } from './maths.ts'
import { isShared } from './shared.ts'
import { multiplierOf } from './mines/maths.ts'
import { decimal, drawDistinct, drawPayout, factor, replay, wholePayout } from './stepped.ts'
import { recompute } from './verifier/recompute.ts'

// Shared rounds, which the studio ends, have tests of their own in crash/crash.test.ts.
const stepped = games
  .filter(isStepped)
  .filter((maths) => !isShared(maths))
  .map((maths) => [maths.slug, maths] as const)
const serverSeed = 'c4'.repeat(32)
const drawOf = (nonce: number) => openDraw(serverSeed, 'mine', nonce)

/** Numbers in the order in which they are asked for. */
function scripted(...values: number[]): Draw {
  return {
    async below(bound) {
      const value = values.shift()
      if (value === undefined || value >= bound) throw new Error(`no number below ${bound} left`)
      return value
    },
  }
}

test.each(stepped)('%s: any round is the same when it is recalculated from its seeds and acts', async (_, maths) => {
  for (let nonce = 0; nonce < 40; nonce++) {
    const stake = maths.unit * (1 + nonce)
    const outcome = await aRoundOf(maths, await drawOf(nonce), stake, nonce % 6)
    const facts = {
      game: maths.slug,
      mathsVersion: maths.version,
      serverSeed,
      clientSeed: 'mine',
      nonce,
      stake,
      choice: maths.firstChoice(),
      acts: outcome.acts,
    }
    expect((await verifyRound(facts)).outcome).toEqual(outcome)
    expect((await recompute(facts)).outcome).toEqual(outcome)
  }
})

test.each(stepped)('%s: acts that are not possible, or do not end the round, are not verified', async (_, maths) => {
  const facts = {
    game: maths.slug,
    serverSeed,
    clientSeed: 'mine',
    nonce: 1,
    stake: maths.unit,
    choice: maths.firstChoice(),
  }
  for (const acts of [[], [{ type: 'cashOut' }], [{ type: 'reveal', at: 99 }]] as Act[][])
    await expect(verifyRound({ ...facts, mathsVersion: maths.version, acts })).rejects.toThrow(RangeError)
})

/**
 * Cards of table games are compared in the tests of those games. Rounds with the same visible past and different secrets look the same: what is shown before the end is a function of stake, choice,
 * acts and what they have revealed.
 */
// Shows: attack 133
test.each(stepped.filter(([, { kind }]) => kind === 'original'))(
  '%s: nothing that is shown before the end depends on what is still hidden',
  async (_, maths) => {
    const seen = new Map<string, string>()
    let compared = 0
    for (let nonce = 0; nonce < 400; nonce++) {
      const draw = await drawOf(nonce)
      let step = await maths.open(draw, maths.unit * 7, maths.firstChoice())
      const acts: Act[] = []
      while (!step.isFinal && acts.length < 3) {
        const past = JSON.stringify([acts, 'cards' in step.view ? step.view.cards : null])
        const shown = JSON.stringify(step.view)
        if (seen.has(past)) compared++
        expect(seen.get(past) ?? shown).toBe(shown)
        seen.set(past, shown)
        expect(step.payout).toBeUndefined()
        const act = possibleAct(step.view)
        acts.push(act)
        step = (await maths.act(draw, step.state, act))!
      }
    }
    expect(compared).toBeGreaterThan(300)
  },
)

test.each(stepped)(
  '%s: an abandoned round ends by its rule from every step, or the stake goes back',
  async (_, maths) => {
    for (let nonce = 0; nonce < 30; nonce++) {
      const draw = await drawOf(nonce)
      let step = await maths.open(draw, maths.unit, maths.firstChoice())
      for (let made = 0; !step.isFinal && made < nonce % 4; made++)
        step = (await maths.act(draw, step.state, possibleAct(step.view)))!
      while (!step.isFinal) {
        const act = maths.abandoned(step.state)
        if (act === 'refund') break
        step = (await maths.act(draw, step.state, act))!
        expect(step).toBeTruthy()
      }
    }
  },
)

test.each(stepped)(
  '%s: a finished round takes no act, and a stake or choice that is not offered is refused',
  async (_, maths) => {
    const draw = await drawOf(3)
    await expect(maths.open(draw, maths.unit + 1, maths.firstChoice())).rejects.toThrow(RangeError)
    await expect(maths.open(draw, maths.unit, { mines: 25, tower: 'none' })).rejects.toThrow(RangeError)
    const { acts } = await aRoundOf(maths, await drawOf(3), maths.unit, 2)
    const again = { stake: maths.unit, choice: maths.firstChoice(), acts: [...acts, acts.at(-1)!] }
    await expect(replay(maths, await drawOf(3), again)).rejects.toThrow(RangeError)
  },
)

// Shows: attack 156
test('a payout is exact on average at every stake: one more subunit with the probability of the fraction', async () => {
  // 10 * 9/8 = 11.25: the first 2^30 of 2^32 words pay 12.
  expect(await drawPayout(scripted(2 ** 30 - 1), 10, factor(9n, 8n))).toBe(12)
  expect(await drawPayout(scripted(2 ** 30), 10, factor(9n, 8n))).toBe(11)
  // A whole payout draws nothing.
  expect(await drawPayout(scripted(), 80, factor(9n, 8n))).toBe(90)
  // 1/3 in base 2^32 repeats 0x55555555: equal words are decided by the next one.
  const digit = Math.floor(2 ** 32 / 3)
  expect(await drawPayout(scripted(digit, digit - 1), 1, factor(1n, 3n))).toBe(1)
  expect(await drawPayout(scripted(digit, digit + 1), 1, factor(1n, 3n))).toBe(0)
  expect(wholePayout(1, factor(1n, 3n))).toBe(0)
})

test('a shuffle gives every order of its first numbers equally often', async () => {
  const seen = new Map<string, number>()
  for (let a = 0; a < 4; a++)
    for (let b = 0; b < 3; b++) {
      const drawn = String(await drawDistinct(scripted(a, b), 2, 4))
      seen.set(drawn, (seen.get(drawn) ?? 0) + 1)
    }
  expect(seen.size).toBe(12)
  expect(new Set(seen.values())).toEqual(new Set([1]))
})

/** A stop at a multiplier m is reached with the probability 0.99 / m. */
test.each([
  ['mines', 'three mines, one tile', multiplierOf(3, 1)],
  ['towers', 'the first floor of four tiles, three of them safe', factor(99n * 4n, 100n * 3n)],
  ['hilo', 'one call on a seven, the middle rank', factor(99n * 13n, 100n * 7n)],
  ['crash', 'a cash-out at 2.00', factor(2n, 1n)],
] as const)('%s: the spread and the chance of the highest win that are shown: %s', (slug, _stop, multiplier) => {
  const { figures } = games.filter(isStepped).find((maths) => maths.slug === slug)!
  expect(figures.deviation).toBe(Number(Math.sqrt(0.99 * decimal(multiplier) - 0.99 ** 2).toFixed(2)))
  const highest = slug === 'towers' ? 0.99 * 4 ** 8 : figures.highest
  expect([Math.ceil(highest), Math.round(highest / 0.99)]).toEqual([figures.highest, figures.highestOneIn])
})
