/** Wakes a loop that waits for work; without a ring, the loop polls again after an interval. */
export type Alarm = {
  ring(): void
  /** Resolves to true at a ring, to false after `ms`. A ring while nobody waits counts for the next wait. */
  wait(ms: number): Promise<boolean>
}

export function createAlarm(): Alarm {
  let hasRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const isRing = hasRung
      hasRung = false
      wake = null
      return isRing
    },
  }
}
