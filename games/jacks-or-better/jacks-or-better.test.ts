import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PokerHand, PokerView } from '#contract/rounds.ts'
import { openDraw } from '../fairness.ts'
import { computeFigures, readFigures } from '../figures.ts'
import { factor } from '../stepped.ts'
import { bestHold, worthOf } from '../video-poker/best-hold.ts'
import { type Enumeration, sourcesHash } from '../video-poker/enumerate.ts'
import { handOf, payOf, pays } from './hands.ts'
import { maths } from './maths.ts'

const stored = JSON.parse(readFileSync(new URL('enumeration.json', import.meta.url), 'utf8')) as Enumeration

test('the return is that of the stored enumeration, which belongs to these sources: 99.5439 %', () => {
  expect(stored.sources).toBe(sourcesHash('jacks-or-better'))
  expect(stored).toMatchObject({ hands: 2_598_960, classes: 134_459, royalFlushOneIn: 40_391, hitRate: 45.46 })
  expect(maths.figures.rtp).toEqual(factor(BigInt(stored.paid), BigInt(stored.of)))
  expect((Number(stored.paid) / Number(stored.of)) * 100).toBeCloseTo(99.5439, 4)
  expect(maths.figures).toMatchObject({ deviation: stored.deviation, highestOneIn: 40_391, hitRate: stored.hitRate })
  expect(readFigures('jacks-or-better')).toEqual(computeFigures(maths))
})

test('the counts of all 2,598,960 hands equal the known ones', () => {
  const counts: Partial<Record<PokerHand, number>> = {}
  for (let a = 0; a < 52; a++)
    for (let b = a + 1; b < 52; b++)
      for (let c = b + 1; c < 52; c++)
        for (let d = c + 1; d < 52; d++)
          for (let e = d + 1; e < 52; e++) {
            const hand = handOf(a, b, c, d, e)
            if (hand) counts[hand] = (counts[hand] ?? 0) + 1
          }
  expect(counts).toEqual({
    royalFlush: 4,
    straightFlush: 36,
    fourOfAKind: 624,
    fullHouse: 3_744,
    flush: 5_108,
    straight: 10_200,
    threeOfAKind: 54_912,
    twoPair: 123_552,
    jacksOrBetter: 337_920,
  })
})

/** "AS 10H": rank and suit. */
function cardsOf(text: string): number[] {
  const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
  return text.split(' ').map((card) => 'CDHS'.indexOf(card.at(-1)!) * 13 + ranks.indexOf(card.slice(0, -1)))
}

test('the hint holds what is worth most', () => {
  expect(bestHold(cardsOf('AS KS QS JS 10S'), payOf)).toEqual([0, 1, 2, 3, 4])
  // Four to a royal flush beat a made flush; a low pair beats a lone ace.
  expect(bestHold(cardsOf('AS KS QS JS 2S'), payOf)).toEqual([0, 1, 2, 3])
  expect(bestHold(cardsOf('4C 4D AS 9H 7D'), payOf)).toEqual([0, 1])
  expect(bestHold(cardsOf('2C 5D 7H 9S 3C'), payOf)).toEqual([])
  const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !cardsOf('JS JH 2C 5D 9S').includes(card))
  expect(worthOf(cardsOf('JS JH'), rest, payOf)).toBeCloseTo(1.5365, 3)
})

test('held cards stay, the others are replaced once by cards that were not dealt', async () => {
  for (let nonce = 0; nonce < 60; nonce++) {
    const draw = await openDraw('d7'.repeat(32), 'held', nonce)
    const opened = await maths.open(draw, 100, null)
    const { cards } = opened.view as PokerView
    const hold = [0, 1, 2, 3, 4].filter((place) => (nonce >> place) & 1)
    const ended = (await maths.act(draw, opened.state, { type: 'draw', hold }))!
    const after = (ended.view as PokerView).cards
    expect(new Set([...cards, ...after]).size).toBe(10 - hold.length)
    for (const place of hold) expect(after[place]).toBe(cards[place])
    const hand = handOf(...(after as [number, number, number, number, number]))
    expect(ended).toMatchObject({ isFinal: true, payout: 100 * (pays.find(([name]) => name === hand)?.[1] ?? 0) })
  }
})

test('a draw without its holds, or with a place twice, is not possible', async () => {
  const draw = await openDraw('d7'.repeat(32), 'held', 0)
  const { state } = await maths.open(draw, 100, null)
  for (const act of [{ type: 'draw' }, { type: 'draw', hold: [1, 1] }, { type: 'hit' }] as const)
    expect(await maths.act(draw, state, 'hold' in act ? { ...act, hold: [...act.hold] } : act)).toBeNull()
})

// Shows: attack 133
test('nothing that is shown before the draw depends on the cards that will replace others', async () => {
  const dealt = [3, 7, 11, 20, 31]
  const shown = new Set<string>()
  for (let next = 0; next < 20; next++) {
    const values = [...dealt, next, next, next]
    const step = await maths.open({ below: async () => values.shift()! }, 100, null)
    shown.add(JSON.stringify(step.view))
    // None of them has been drawn yet.
    expect(values).toHaveLength(3)
  }
  expect(shown.size).toBe(1)
})
