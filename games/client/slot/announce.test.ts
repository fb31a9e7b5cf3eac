import { expect, test } from 'vitest'
import { announce } from './announce.ts'

/** What a player notices of a result, in order. */
async function noticed(payout: number, stake: number): Promise<string[]> {
  const effects: string[] = []
  await announce(
    {
      words: (key: string) => key,
      amounts: { written: String },
      session: { freeSpins: null },
      sound: { win: () => effects.push('sound') },
      pace: { ramp: async (_ms: number, step: (share: number) => void) => step(1) },
      showLine: (line: string, tone = 'plain') => effects.push(`${tone}: ${line}`),
      count: (amount: string | null) => amount !== null && effects.push('counted up'),
    } as never,
    { payout, stake },
  )
  return effects
}

// Shows: 10.30
test('player protection 30: a return of the stake or less is only stated as text, without sound, counting or colour', async () => {
  expect(await noticed(0, 100)).toEqual(['plain: noWin'])
  expect(await noticed(1, 100)).toEqual(['plain: returned'])
  expect(await noticed(99, 100)).toEqual(['plain: returned'])
  expect(await noticed(100, 100)).toEqual(['plain: stakeBack'])
})

test('a return of more than the stake is a win, from the first subunit', async () => {
  expect(await noticed(101, 100)).toEqual(['sound', 'counted up', 'win: won'])
})
