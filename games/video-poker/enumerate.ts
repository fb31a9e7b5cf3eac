/**
 * Calculates the exact return of a video poker under optimal play: 134,459 hands that differ by more than a permutation of suits,
 * 32 holds of each, and every draw. `node games/video-poker/enumerate.ts jacks-or-better` writes that game's enumeration.json with
 * the hash of these sources.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { PayOf } from './maths.ts'

export type Enumeration = {
  /** SHA-256 of the game's hands.ts followed by this file. */
  sources: string
  hands: number
  classes: number
  /** The payouts of 2,598,960 hands with 7,669,695 equally likely draws each, in stakes. */
  paid: string
  of: string
  royalFlushOneIn: number
  hitRate: number
  deviation: number
}

const size = 52
/** A common multiple of the numbers of draws of all holds: C(47, 0) to C(47, 5). */
const draws = 7_669_695

/** Binomial coefficients, as choose[n][k]. They also give the index of a set of cards: the sum of choose[card][place]. */
const choose = Array.from({ length: size + 1 }, (_, n) => {
  const row = [1]
  for (let k = 1; k <= 5; k++) row.push((row[k - 1]! * (n - k + 1)) / k)
  return row
})
const placeOf = (cards: readonly number[]): number => {
  let place = 0
  for (let index = 0; index < cards.length; index++) place += choose[cards[index]!]![index + 1]!
  return place
}

/** For every set of up to five cards, the sum of a value over all hands that contain it. */
type Sums = Float64Array[]

function sumsOf(payOf: PayOf, value: (pay: number) => number): Sums {
  const sums = Array.from({ length: 6 }, (_, k) => new Float64Array(choose[size]![k]!))
  const cards = [0, 0, 0, 0, 0]
  const subsets = Array.from({ length: 32 }, (_, mask) => [0, 1, 2, 3, 4].filter((bit) => mask & (1 << bit)))
  for (cards[4] = 4; cards[4] < size; cards[4]++)
    for (cards[3] = 3; cards[3] < cards[4]; cards[3]++)
      for (cards[2] = 2; cards[2] < cards[3]; cards[2]++)
        for (cards[1] = 1; cards[1] < cards[2]; cards[1]++)
          for (cards[0] = 0; cards[0] < cards[1]; cards[0]++) {
            const paid = value(payOf(cards[0], cards[1], cards[2], cards[3], cards[4]))
            if (paid === 0) continue
            for (const subset of subsets) {
              let place = 0
              for (let index = 0; index < subset.length; index++) place += choose[cards[subset[index]!]!]![index + 1]!
              sums[subset.length]![place]! += paid
            }
          }
  return sums
}

/**
 * Sums a value over all draws after a hold, which are the hands that contain all held and no discarded cards, by inclusion and
 * exclusion.
 */
function drawnSum(sums: Sums, hand: readonly number[], held: number): number {
  const discarded = 31 & ~held
  let sum = 0
  for (let part = discarded; ; part = (part - 1) & discarded) {
    const cards: number[] = []
    let sign = 1
    for (let bit = 0; bit < 5; bit++) {
      if (part & (1 << bit)) sign = -sign
      if ((held | part) & (1 << bit)) cards.push(hand[bit]!)
    }
    sum += sign * sums[cards.length]![placeOf(cards)]!
    if (part === 0) return sum
  }
}

const heldCount = (mask: number) => [0, 1, 2, 3, 4].filter((bit) => mask & (1 << bit)).length
/** How many times each draw of a hold is counted, so that all holds have the same number of draws. */
const weights = Array.from({ length: 32 }, (_, mask) => draws / choose[47]![5 - heldCount(mask)]!)

/** One hand of each class of hands that differ only by a permutation of suits, and the number of hands in the class. */
function classesOf(): Map<string, { hand: number[]; count: number }> {
  const classes = new Map<string, { hand: number[]; count: number }>()
  const suits = [0, 0, 0, 0]
  for (let e = 4; e < size; e++)
    for (let d = 3; d < e; d++)
      for (let c = 2; c < d; c++)
        for (let b = 1; b < c; b++)
          for (let a = 0; a < b; a++) {
            suits.fill(0)
            for (const card of [a, b, c, d, e]) suits[(card / 13) | 0]! |= 1 << (card % 13)
            const key = suits.toSorted((one, other) => one - other).join()
            const found = classes.get(key)
            if (found) found.count++
            else classes.set(key, { hand: [a, b, c, d, e], count: 1 })
          }
  return classes
}

/** Returns the best hold of a hand as a mask of places, and the sum of its payouts over all draws. */
function bestHold(sums: Sums, hand: readonly number[]): { held: number; worth: number } {
  let best = { held: 0, worth: -1 }
  for (let held = 0; held < 32; held++) {
    const worth = drawnSum(sums, hand, held) * weights[held]!
    if (worth > best.worth) best = { held, worth }
  }
  return best
}

async function enumerate(slug: string): Promise<Enumeration> {
  const { payOf } = (await import(`../${slug}/hands.ts`)) as { payOf: PayOf }
  const paid = sumsOf(payOf, (pay) => pay)
  const squares = sumsOf(payOf, (pay) => pay * pay)
  const hits = sumsOf(payOf, (pay) => (pay > 0 ? 1 : 0))
  const royals = sumsOf(payOf, (pay) => (pay === 800 ? 1 : 0))
  const classes = classesOf()
  const total = { hands: 0, paid: 0n, squares: 0, hits: 0, royals: 0 }
  for (const { hand, count } of classes.values()) {
    const { held, worth } = bestHold(paid, hand)
    const weight = weights[held]! * count
    total.hands += count
    total.paid += BigInt(worth) * BigInt(count)
    total.squares += drawnSum(squares, hand, held) * weight
    total.hits += drawnSum(hits, hand, held) * weight
    total.royals += drawnSum(royals, hand, held) * weight
  }
  const all = total.hands * draws
  const mean = Number(total.paid) / all
  return {
    sources: sourcesHash(slug),
    hands: total.hands,
    classes: classes.size,
    paid: String(total.paid),
    of: String(BigInt(total.hands) * BigInt(draws)),
    royalFlushOneIn: Math.round(all / total.royals),
    hitRate: Math.round((total.hits / all) * 10_000) / 100,
    deviation: Math.round(Math.sqrt(total.squares / all - mean * mean) * 100) / 100,
  }
}

export function sourcesHash(slug: string): string {
  const hash = createHash('sha256')
  for (const file of [`../${slug}/hands.ts`, 'enumerate.ts']) hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex')
}

if (import.meta.main)
  for (const slug of process.argv.slice(2))
    writeFileSync(
      new URL(`../${slug}/enumeration.json`, import.meta.url),
      `${JSON.stringify(await enumerate(slug), null, 2)}\n`,
    )
