import { expect, test } from 'vitest'
import type { StudioRound } from '#games/studio-api.ts'
import type { GameContext } from '../view.ts'
import { announceEnd } from './ending.ts'

test('a round that paid a drawn fraction is listed with the multiplier that was reached', () => {
  const texts: string[] = []
  const context = {
    words: (key: string) => key,
    amounts: { written: String, figure: (value: number) => value.toFixed(2) },
    session: { freeSpins: null },
    sound: { win: () => undefined },
    showLine: () => undefined,
    past: { add: ({ text }: { text: string }) => void texts.push(text) },
  } as unknown as GameContext
  for (const payout of [562, 563, 0])
    announceEnd(context, { stake: 500, extraStake: 0, payout } as StudioRound, 'lost', 1.125)
  expect(texts).toEqual(['1.13×', '1.13×', '0×'])
})
