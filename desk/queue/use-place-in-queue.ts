/** A case on its page as one of a queue: its place, who looks at it, and the keys that lead to the others. */
import type { Claim, ClaimKind } from '#contract/desk/queue.ts'
import { go } from '../place.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { type QueueName, useClaim, useQueueState } from './use-queue.ts'

export type PlaceInQueue = {
  /** From 1, of those that wait; null for a case that does not wait. */
  place: { at: number; of: number } | null
  claim: Claim | undefined
  /** Opens the next case, or the list if no other waits. */
  next: () => void
  back: () => void
}

/** `path` is that of the list, below which each case has its page. */
export function usePlaceInQueue(name: QueueName, kind: ClaimKind, id: string, path: string): PlaceInQueue {
  const state = useQueueState(name).data
  const waiting = state?.ids ?? []
  const at = waiting.indexOf(id)
  const claim = useClaim(kind, id, at >= 0)
  const back = () => go(path)
  const open = (other: string | undefined) => (other ? go(`${path}/${other}`) : back())
  const next = () => open(waiting[at + 1] ?? waiting.find((each) => each !== id))
  useShortcuts({ j: next, k: () => open(waiting[at - 1]), u: back })
  return { place: state && at >= 0 ? { at: at + 1, of: state.waiting } : null, claim, next, back }
}
