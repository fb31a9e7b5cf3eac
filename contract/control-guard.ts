// Disables a control for a while after its function has changed, so that the second tap of a double tap does nothing.

export const guardMs = 400

export type ControlGuard = {
  /** Notes what the control does now. A function that differs from the one before starts the wait. */
  note(use: string): void
  /** How long the control stays disabled. */
  leftMs(): number
  /** True if a press comes too early; the wait then begins again, because the player may be tapping repeatedly. */
  refuses(): boolean
}

export function controlGuard(now: () => number = () => performance.now()): ControlGuard {
  let noted: string | undefined
  let until = 0
  const leftMs = () => Math.max(0, until - now())
  return {
    note(use) {
      if (noted !== undefined && noted !== use) until = now() + guardMs
      noted = use
    },
    leftMs,
    refuses() {
      if (leftMs() === 0) return false
      until = now() + guardMs
      return true
    },
  }
}
