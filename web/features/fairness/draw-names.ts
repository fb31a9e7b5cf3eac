/** Labels the numbers that were drawn for a round. */
import type { Drawn, Steps } from '#games/verifier/recompute.ts'

export type DrawName = {
  key: 'rollLabel' | 'numberLabel' | 'reelLabel' | 'heightLabel'
  values?: Record<string, number>
}

/** Returns a label for each draw. If a feature draws more numbers than the reels need, draws are only numbered. */
export function drawNames({ outcome, draws }: Pick<Steps, 'outcome' | 'draws'>): DrawName[] {
  if ('roll' in outcome) return draws.map(() => ({ key: 'rollLabel' }))
  return reelNames(outcome, draws) ?? draws.map((_, index) => ({ key: 'numberLabel', values: { number: index + 1 } }))
}

/** Returns null unless every draw is the stop of a reel, or the draws alternate between height and stop. */
function reelNames(outcome: Steps['outcome'], draws: readonly Drawn[]): DrawName[] | null {
  if (!('spins' in outcome)) return null
  const stops = outcome.spins
    .filter(({ kind }) => kind === 'paid' || kind === 'free')
    .flatMap((spin, at) => spin.stops.map((stop, reel) => ({ stop, values: { spin: at + 1, reel: reel + 1 } })))
  const drawsPerReel = draws.length / stops.length
  const isStop = (index: number) => (index + 1) % drawsPerReel === 0
  if (drawsPerReel !== 1 && drawsPerReel !== 2) return null
  const named = draws.map(({ value }, index) => ({ value, ...stops[Math.floor(index / drawsPerReel)]! }))
  if (named.some(({ value, stop }, index) => isStop(index) && value !== stop)) return null
  return named.map(({ values }, index) => ({ key: isStop(index) ? 'reelLabel' : 'heightLabel', values }))
}
