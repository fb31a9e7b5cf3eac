/** Messages between the killed child and its test. */
import type { Movement, PostResult } from '#server/ledger/ledger.ts'

/** The moments of a movement at which a kill can happen. */
export const moments = [
  'before the posting',
  'while it is under way',
  'inside its transaction',
  'when it is committed, not yet answered',
  'after its answer',
] as const
export const works = ['deposit', 'withdrawal', 'bet', 'win', 'rollback', 'batch', 'round'] as const
export const victims = ['product', 'database'] as const

export type Moment = (typeof moments)[number]
export type Work = (typeof works)[number]
export type Plan = { victim: (typeof victims)[number]; work: Work; moment: Moment; run: number }

/**
 * The child sends them in this order: a movement is about to be posted, and it was answered. A kill may lose messages,
 * but never adds one.
 */
export type FromChild = { starting: Movement } | { answered: string; result: PostResult } | { readyAfterMs: number }
export type ToChild = { plan: Plan; dataDir: string; players: string[]; again: Movement[] }

export const keyOf = ({ actor, idempotencyKey }: Movement): string => `${actor} ${idempotencyKey}`

/**
 * Any 70 consecutive runs cover every kind of kill. The step between them is coprime to 70, and chosen so that the
 * first 12 cover every victim, kind of work and moment.
 */
export function planOf(run: number): Plan {
  const kind = (run * 13) % (victims.length * works.length * moments.length)
  return {
    run,
    victim: victims[kind % 2]!,
    work: works[Math.floor(kind / 2) % works.length]!,
    moment: moments[Math.floor(kind / (2 * works.length)) % moments.length]!,
  }
}
