/** How events move the tasks of a quest. Progress is counted in millionths, so that exchanged stakes lose nothing. */
import type { QuestTaskType } from '#contract/quests.ts'

export const whole = 1_000_000n

export type Task = {
  type: QuestTaskType
  quantity: bigint
  multiplier: number | null
  minStake: bigint | null
  /** In thousandths. */
  minOdds: bigint | null
  games: readonly string[] | null
  progress: bigint
  /** The games that were counted. */
  seen: readonly string[]
  /** The day that was counted last, as 2026-11-22 (UTC). */
  lastDay: string | null
  completedAt: Date | null
}

export type QuestEvent =
  /** `worth`: the cash staked, in millionths of the quest's subunits; `staked` and `won` in subunits of the round's currency. */
  | { kind: 'round'; at: Date; gameId: string; worth: bigint; staked: bigint; won: bigint }
  /** `change`: -1 for a correction that takes back a settlement. */
  | { kind: 'bet'; at: Date; worth: bigint; odds: bigint; change: 1n | -1n }
  | { kind: 'deposit'; at: Date; worth: bigint }
  | { kind: 'verification' | 'limit'; at: Date }

/**
 * The tasks after the events, in their order. In a sequence only the first task that is not completed counts. If nothing
 * moves, it returns the same list; otherwise those that have moved are copies.
 */
export function advance<T extends Task>(tasks: T[], inSequence: boolean, events: Iterable<QuestEvent>): T[] {
  let advanced = tasks
  for (const event of events)
    for (let index = 0; index < tasks.length; index++) {
      const task = advanced[index]!
      if (task.completedAt !== null) continue
      const moved = moveBy(task, event)
      if (moved) {
        if (advanced === tasks) advanced = [...tasks]
        const copy = task === tasks[index] ? (advanced[index] = { ...task }) : task
        move(copy, moved, event)
      }
      if (inSequence) break
    }
  return advanced
}

function move(task: Task, moved: Moved, { at }: QuestEvent): void {
  const full = task.quantity * whole
  task.progress = moved.progress < 0n ? 0n : moved.progress < full ? moved.progress : full
  if (moved.seen) task.seen = moved.seen
  if (moved.lastDay) task.lastDay = moved.lastDay
  if (task.progress === full) task.completedAt = at
}

type Moved = { progress: bigint; seen?: readonly string[]; lastDay?: string }

function moveBy(task: Task, event: QuestEvent): Moved | null {
  if (event.kind === 'bet') {
    if (task.type !== 'bets' || event.odds < task.minOdds!) return null
    const isTooSmall = task.minStake !== null && event.worth < task.minStake * whole
    return isTooSmall ? null : { progress: task.progress + event.change * whole }
  }
  if (event.kind !== 'round') {
    if (task.type !== event.kind) return null
    return { progress: task.progress + (event.kind === 'deposit' ? event.worth : whole) }
  }
  if (task.games && !task.games.includes(event.gameId)) return null
  if (task.minStake !== null && event.worth < task.minStake * whole) return null
  switch (task.type) {
    case 'stake':
      return { progress: task.progress + event.worth }
    case 'rounds':
      return { progress: task.progress + whole }
    case 'multiplier':
      return isWinOf(task.multiplier!, event) ? { progress: task.progress + whole } : null
    case 'games':
      return task.seen.includes(event.gameId)
        ? null
        : { progress: task.progress + whole, seen: [...task.seen, event.gameId] }
    case 'days':
      return countDay(task, event.at)
    default:
      return null
  }
}

function isWinOf(multiplier: number, { won, staked }: { won: bigint; staked: bigint }): boolean {
  return won * whole >= BigInt(Math.round(multiplier * Number(whole))) * staked
}

/** A missed day starts the row anew. */
function countDay({ lastDay, progress }: Task, at: Date): Moved | null {
  const day = dayOf(at)
  if (lastDay !== null && day <= lastDay) return null
  return { progress: lastDay !== null && lastDay === dayBefore(at) ? progress + whole : whole, lastDay: day }
}

const dayMs = 86_400_000
const latest = { day: -1, text: '' }
/** Most events are of the same day as the one before. */
export function dayOf(at: Date): string {
  const day = Math.floor(at.getTime() / dayMs)
  if (day !== latest.day) Object.assign(latest, { day, text: at.toISOString().slice(0, 10) })
  return latest.text
}

export function dayBefore(at: Date): string {
  return new Date(at.getTime() - dayMs).toISOString().slice(0, 10)
}
