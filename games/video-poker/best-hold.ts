/** Finds the best hold of one hand by trying every draw of every hold, for the hint that players can request. */
import type { PayOf } from './maths.ts'

const size = 52
type Five = [number, number, number, number, number]

/** Returns the places of the cards to hold. */
export function bestHold(cards: readonly number[], payOf: PayOf): number[] {
  const rest = Array.from({ length: size }, (_, card) => card).filter((card) => !cards.includes(card))
  let best = { places: [] as number[], worth: -1 }
  // From all cards held to none; of equal holds the first one is kept.
  for (let mask = 31; mask >= 0; mask--) {
    const places = [0, 1, 2, 3, 4].filter((place) => mask & (1 << place))
    const worth = worthOf(
      places.map((place) => cards[place]!),
      rest,
      payOf,
    )
    if (worth > best.worth) best = { places, worth }
  }
  return best.places
}

/** Returns what a hold pays on average. */
export function worthOf(held: readonly number[], rest: readonly number[], payOf: PayOf): number {
  const hand: number[] = [...held]
  let paid = 0
  let draws = 0
  const fill = (from: number) => {
    if (hand.length === 5) {
      paid += payOf(...(hand as Five))
      draws++
      return
    }
    for (let index = from; index < rest.length; index++) {
      hand.push(rest[index]!)
      fill(index + 1)
      hand.pop()
    }
  }
  fill(0)
  return paid / draws
}
