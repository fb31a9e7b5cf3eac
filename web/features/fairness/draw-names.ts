/** What the numbers drawn for a round decide. */
import type { Drawn, Steps } from '#games/verifier/recompute.ts'

export type DrawName = {
  key: 'rollLabel' | 'numberLabel' | 'reelLabel' | 'heightLabel'
  values?: Record<string, number>
}

/** In the order of the draws. Where a feature draws more than reels need, that order is the one of the rules. */
export function drawNames({ outcome, draws }: Pick<Steps, 'outcome' | 'draws'>): DrawName[] {
  if ('roll' in outcome) return draws.map(() => ({ key: 'rollLabel' }))
  return reelNames(outcome, draws) ?? draws.map((_, index) => ({ key: 'numberLabel', values: { number: index + 1 } }))
}

/** Null unless every draw is the stop of a reel, or a reel's height and then its stop. */
function reelNames(outcome: Steps['outcome'], draws: readonly Drawn[]): DrawName[] | null {
  if (!('spins' in outcome)) return null
  const stops = outcome.spins
    .filter(({ kind }) => kind === 'paid' || kind === 'free')
    .flatMap((spin, at) => spin.stops.map((stop, reel) => ({ stop, values: { spin: at + 1, reel: reel + 1 } })))
  const each = draws.length / stops.length
  const isStop = (index: number) => (index + 1) % each === 0
  if (each !== 1 && each !== 2) return null
  const named = draws.map(({ value }, index) => ({ value, ...stops[Math.floor(index / each)]! }))
  if (named.some(({ value, stop }, index) => isStop(index) && value !== stop)) return null
  return named.map(({ values }, index) => ({ key: isStop(index) ? 'reelLabel' : 'heightLabel', values }))
}
