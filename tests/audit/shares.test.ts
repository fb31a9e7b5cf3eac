import { expect, test } from 'vitest'
import { sharesOf as audited } from '#audit/jackpots.ts'
import { jackpotDraw } from '#audit/numbers.ts'
import { drawnNumber } from '#contract/jackpot-odds.ts'
import { sharesOf } from '#server/play/jackpots/close.ts'
import { seeded } from '#tests/simulation/random.ts'

test('the auditor shares pots as the site does, to the subunit, also among equal remainders', () => {
  const random = seeded('shares')
  for (let turn = 0; turn < 500; turn++) {
    const pots = random.int(turn % 2 ? 1_000 : 9_007_199_254_740_991)
    const counted = Array.from({ length: 1 + random.int(30) }, (_, at) => ({
      playerId: `player ${at}`,
      alias: `${random.int(1_000)} ${at}`,
      // Few different ones, so that many remainders are equal.
      staked: BigInt(10 * (1 + random.int(turn % 3 ? 3 : 1_000_000))),
    }))
    const shares = sharesOf(BigInt(pots), counted)
    const expected = audited(pots, new Map(counted.map(({ alias, staked }) => [alias, Number(staked)])))
    const byAlias = new Map(counted.map(({ playerId, alias }) => [playerId, alias]))
    expect(shares.map(({ playerId, amount }) => [byAlias.get(playerId), Number(amount)])).toEqual(
      [...expected].toSorted(([one], [other]) => placeOf(counted, one) - placeOf(counted, other)),
    )
    expect(shares.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(pots))
  }
  expect(audited(100, new Map())).toEqual(new Map())
})

const placeOf = (counted: Array<{ alias: string }>, name: string) => counted.findIndex(({ alias }) => alias === name)

test('the auditor draws the numbers of a jackpot as the site does, whatever the span', async () => {
  const random = seeded('draws')
  const seed = '0123456789abcdef'.repeat(4)
  for (const span of [1, 2, 30, 1_500, 4_500_000, 9_000_000_000_000_000, 9_007_199_254_740_991])
    for (let turn = 0; turn < 20; turn++) {
      const message = `seed:${random.int(1_000_000)}:grand`
      expect(jackpotDraw(seed, message, BigInt(span))).toBe(await drawnNumber(seed, message, BigInt(span)))
    }
})
