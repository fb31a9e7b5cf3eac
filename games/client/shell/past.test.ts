import { expect, test } from 'vitest'
import type { StudioRound } from '#games/studio-api.ts'
import type { GameContext } from '../view.ts'
import { pastTextOf } from './past.ts'

const context = {
  words: (key: string) => key,
  amounts: { written: String, figure: (value: number, digits: number) => value.toFixed(digits) },
  session: { freeSpins: null },
} as unknown as GameContext
const roundOf = (round: object) =>
  ({ stake: 500, extraStake: 0, outcome: null, progress: null, ...round }) as StudioRound

test('a round is listed with the multiplier of all its stakes, and named like its result', () => {
  const listed = [0, 250, 500, 1_000].map((payout) => pastTextOf(context, {}, roundOf({ payout, extraStake: 500 })))
  expect(listed).toEqual([
    { text: '0.00×', tone: 'none', unseen: 'noWin' },
    { text: '0.25×', tone: 'returned', unseen: 'returned' },
    { text: '0.50×', tone: 'returned', unseen: 'returned' },
    { text: '1.00×', tone: 'returned', unseen: 'stakeBack' },
  ])
  expect(pastTextOf(context, {}, roundOf({ payout: 123_456 }))).toMatchObject({ text: '247×', tone: 'win' })
})

test('a round that paid a drawn fraction is listed with the multiplier that was reached', () => {
  const progress = { view: { worth: { multiplier: 1.125 } }, acts: 2 }
  const texts = [562, 563, 0].map((payout) => pastTextOf(context, {}, roundOf({ payout, progress })).text)
  expect(texts).toEqual(['1.13×', '1.13×', '0.00×'])
})

test('where a game draws a number or a name, the round is listed with it', () => {
  const view = { drawn: (outcome: object) => String((outcome as { pocket: number }).pocket) }
  expect(pastTextOf(context, view, roundOf({ payout: 18_000, outcome: { pocket: 17 } }))).toEqual({
    text: '17',
    tone: 'win',
    unseen: 'rollWon',
  })
})
