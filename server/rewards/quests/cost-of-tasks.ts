/** What the play for the tasks of a quest costs on average. */
import { edgeOf } from '../../partners/game-studio/house-edge.ts'
import type { TaskDefinition } from './quest-kind.ts'

/** Amounts in any unit, which is that of the result. */
export type CountedTask = {
  type: TaskDefinition['kind']
  quantity: number
  multiplier: number | null
  minStake: number | null
  games: readonly string[] | null
}

/**
 * Counts every task as if it were played on its own, by the games that it names. Tasks in any order may share rounds, and then
 * cost less. `lowestStake` is what a task without a minimum stake needs at least.
 */
export function costOfTasks(
  tasks: readonly CountedTask[],
  lowestStake: (games: readonly string[] | null) => number,
): number {
  return tasks.reduce((sum, task) => sum + stakesOf(task, lowestStake) * edgeOf(task.games), 0)
}

function stakesOf(
  { type, quantity, multiplier, minStake, games }: CountedTask,
  lowestStake: (games: readonly string[] | null) => number,
): number {
  switch (type) {
    case 'stake':
      return quantity
    case 'rounds':
    case 'games':
    case 'days':
      return quantity * (minStake ?? lowestStake(games))
    // A game that returns r of the stakes pays m times the stake in at most r / m of its rounds.
    case 'multiplier':
      return (quantity * multiplier! * (minStake ?? lowestStake(games))) / (1 - edgeOf(games))
    // The lowest stake of the sportsbook is not known here. Its margin is counted like the edge of a slot.
    case 'bets':
      return quantity * (minStake ?? 0)
    case 'deposit':
    case 'verification':
    case 'limit':
      return 0
  }
}
