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

/** Published for this pay table: 99.7283 %, a natural royal flush in 43,456 hands. */
test('the return is that of the stored enumeration, which belongs to these sources: 99.7283 %', () => {
  expect(stored.sources).toBe(sourcesHash('deuces-wild'))
  expect(stored).toMatchObject({ hands: 2_598_960, classes: 134_459, royalFlushOneIn: 43_456, hitRate: 44.28 })
  expect(maths.figures.rtp).toEqual(factor(BigInt(stored.paid), BigInt(stored.of)))
  expect((Number(stored.paid) / Number(stored.of)) * 100).toBeCloseTo(99.7283, 4)
  expect(maths.figures).toMatchObject({ deviation: stored.deviation, highestOneIn: 43_456, hitRate: stored.hitRate })
  expect(readFigures('deuces-wild')).toEqual(computeFigures(maths))
})

test('the counts of all 2,598,960 hands equal the known ones with four wild cards', () => {
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
    fourDeuces: 48,
    wildRoyalFlush: 480,
    fiveOfAKind: 624,
    straightFlush: 2_068,
    fourOfAKind: 31_552,
    fullHouse: 12_672,
    flush: 14_472,
    straight: 62_232,
    threeOfAKind: 355_080,
  })
})

/** "AS 10H": rank and suit. */
function cardsOf(text: string): [number, number, number, number, number] {
  const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
  const read = (card: string) => 'CDHS'.indexOf(card.at(-1)!) * 13 + ranks.indexOf(card.slice(0, -1))
  return text.split(' ').map(read) as [number, number, number, number, number]
}

test.each([
  ['AS KS QS JS 10S', 'royalFlush'],
  ['AS KS QS 2D 10S', 'wildRoyalFlush'],
  ['2C 2D 2H AS 10S', 'wildRoyalFlush'],
  ['2C 2D 2H 2S 3S', 'fourDeuces'],
  ['2C 2D 2H 9S 9D', 'fiveOfAKind'],
  ['2C 7C 7D 7H 7S', 'fiveOfAKind'],
  ['2C AH 3H 4H 5H', 'straightFlush'],
  ['2C 2D 2H 9S 5S', 'straightFlush'],
  ['2C 2D 2H 9S 4D', 'fourOfAKind'],
  ['2C 9C 9D 4S 4D', 'fullHouse'],
  ['2C 9H 4H 7H JH', 'flush'],
  ['2C 2D 9H 4H 7H', 'flush'],
  ['2C AD 3H 4H 5H', 'straight'],
  ['2C 2D KH 10S 9S', 'straight'],
  ['2C AD KH 4H 5H', null],
  ['2C AD AH 4H 5H', 'threeOfAKind'],
  ['9C 9D 4S 4D KH', null],
  ['AC AD KS QS JH', null],
] as const)('%s is %s', (cards, hand) => expect(handOf(...cardsOf(cards))).toBe(hand))

test('the hint holds what is worth most, and every deuce', () => {
  expect(bestHold(cardsOf('2C AS KS QS JS'), payOf)).toEqual([0, 1, 2, 3, 4])
  expect(bestHold(cardsOf('2C 2D 2H 9S 4D'), payOf)).toEqual([0, 1, 2])
  expect(bestHold(cardsOf('2C 9D 5S KH 3D'), payOf)).toEqual([0])
  // Both pairs, because a full house pays as much as four of a kind.
  expect(bestHold(cardsOf('9C 9D 4S 4D KH'), payOf)).toEqual([0, 1, 2, 3])
  const dealt = cardsOf('2C 9D 5S KH 3D')
  const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !dealt.includes(card))
  expect(worthOf([dealt[0]], rest, payOf)).toBeGreaterThan(1)
})

test('held cards stay, the others are replaced once by cards that were not dealt, and the hand is paid by the table', async () => {
  for (let nonce = 0; nonce < 60; nonce++) {
    const draw = await openDraw('2d'.repeat(32), 'held', nonce)
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
