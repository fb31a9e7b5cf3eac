/** Limits log lines by their kind, a few a minute, so that a flood cannot fill the disk. */
import type { Clock } from '../deps.ts'

const windowMs = 60_000
const linesPerWindow = 10
/** Number of kinds tracked separately; further kinds share one counter. */
const maxKinds = 200

type Window = { startedAt: number; lines: number; suppressed: number }

/** Returns for each line of a kind how many were suppressed before it, or null if it must be suppressed too. */
export function limitLines(clock: Clock): (kind: string) => number | null {
  const windows = new Map<string, Window>()
  return (kind) => {
    const now = clock.now().getTime()
    const window = windowOf(windows, kind, now)
    if (now - window.startedAt >= windowMs) Object.assign(window, { startedAt: now, lines: 0 })
    if (window.lines >= linesPerWindow) {
      window.suppressed++
      return null
    }
    window.lines++
    const { suppressed } = window
    window.suppressed = 0
    return suppressed
  }
}

function windowOf(windows: Map<string, Window>, kind: string, now: number): Window {
  const key = windows.has(kind) || windows.size < maxKinds ? kind : 'other'
  const window = windows.get(key) ?? { startedAt: now, lines: 0, suppressed: 0 }
  windows.set(key, window)
  return window
}
