import { expect, test } from 'vitest'
import type { SlotSpin } from '#games/slot-engine/outcome.ts'
import { cascades } from './cascades.ts'
import type { SlotStage } from './free-spins.ts'

const spin = (payout: number, multiplier = 1) =>
  ({ payout, multiplier, wins: payout > 0 ? [{}] : [], grid: [] }) as unknown as SlotSpin

/** Everything that the page shows, in order. */
async function shownOf(spins: SlotSpin[], stake: number): Promise<string[]> {
  const shown: string[] = []
  const stage = {
    context: {
      words: (key: string, { amount, factor }: Record<string, unknown>) => `${key} ${String(amount)} ${String(factor)}`,
      amounts: { written: (amount: number) => `€${amount}` },
      pace: { wait: async (ms: number) => void shown.push(`wait ${ms > 0}`) },
      showLine: (text: string) => shown.push(`line ${text}`),
    },
    meter: { put: (index: number) => shown.push(`meter ${index}`) },
    reels: { fall: async (from: SlotSpin, to: SlotSpin) => void shown.push(`fall ${from.payout} to ${to.payout}`) },
    wins: {
      clear: () => shown.push('clear'),
      present: (of: SlotSpin, isBig: boolean) => shown.push(`win ${of.payout} ${isBig}`),
    },
    step: () => shown.push('step'),
  }
  await cascades(stage as unknown as SlotStage, spins, stake)
  return shown
}

test('each step of a cascade shows its win, then the symbols that replace it; the last one only falls', async () => {
  expect(await shownOf([spin(10), spin(20, 2), spin(0, 3)], 100)).toEqual([
    'step',
    'meter 0',
    'win 10 false',
    'line stepPaid €10 1',
    'wait true',
    'clear',
    'fall 10 to 20',
    'step',
    'meter 1',
    'win 20 false',
    'line stepPaidTimes €20 2',
    'wait true',
    'clear',
    'fall 20 to 0',
    'line ',
  ])
})

test('a win is shown as one once the steps together paid more than the stake, never for the stake itself', async () => {
  const wins = async (...payouts: number[]) =>
    (
      await shownOf(
        payouts.map((payout) => spin(payout)),
        100,
      )
    ).filter((each) => each.startsWith('win'))
  expect(await wins(60, 40, 1)).toEqual(['win 60 false', 'win 40 false', 'win 1 true'])
  expect(await wins(101)).toEqual(['win 101 true'])
})

test('a spin without a win shows nothing', async () => {
  expect(await shownOf([spin(0)], 100)).toEqual(['line '])
})
