// Waits and animations of the page, which players can skip or reduce.

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** An animation that was cancelled or removed counts as ended. */
export const ended = (animation: Animation) =>
  animation.finished.then(
    () => undefined,
    () => undefined,
  )

/**
 * The waits and animations that show a result. The player may skip them. They do not affect when the next stake is accepted.
 */
export type Pace = {
  /** Resets skipping: from here results are shown at normal speed again, unless the player chose quick results. */
  begin(): void
  /** Skips the waits and movements in progress, and all later ones until `begin`. */
  skip(): void
  setQuick(isQuick: boolean): void
  readonly isQuick: boolean
  wait(ms: number): Promise<void>
  /** Calls `step` with values from 0 to 1 over this time, easing out; the last value is always 1. */
  ramp(ms: number, step: (share: number) => void): Promise<void>
  ended(animation: Animation): Promise<void>
}

/** A tab in the background draws nothing: there an animation counts as ended this long after its time. */
const lateMs = 250

export function paceOf(): Pace {
  const pending = new Set<() => void>()
  let isQuick = false
  let isSkipping = false

  /** Resolves when `done` is called or the player skips; `stop` is called if the player skipped. */
  function cut(arm: (done: () => void) => void, stop: () => void): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        pending.delete(skipped)
        resolve()
      }
      const skipped = () => {
        stop()
        finish()
      }
      pending.add(skipped)
      arm(finish)
    })
  }

  return {
    begin: () => (isSkipping = isQuick),
    skip() {
      isSkipping = true
      pending.forEach((end) => end())
    },
    setQuick: (isWanted) => (isQuick = isWanted),
    get isQuick() {
      return isQuick
    },
    wait(ms) {
      if (isSkipping || ms <= 0) return Promise.resolve()
      let timer: ReturnType<typeof setTimeout>
      return cut(
        (done) => (timer = setTimeout(done, ms)),
        () => clearTimeout(timer),
      )
    },
    async ramp(ms, step) {
      if (isSkipping || prefersReducedMotion()) return step(1)
      const start = performance.now()
      let isOver = false
      await cut(
        (done) => {
          const frame = (now: number) => {
            if (isOver) return
            const share = Math.min(1, Math.max(0, (now - start) / ms))
            step(1 - (1 - share) ** 3)
            if (share < 1) requestAnimationFrame(frame)
            else done()
          }
          requestAnimationFrame(frame)
          setTimeout(done, ms + lateMs)
        },
        () => undefined,
      )
      isOver = true
      step(1)
    },
    async ended(animation) {
      if (isSkipping) animation.finish()
      else
        await cut(
          (done) => {
            animation.onfinish = done
            animation.oncancel = done
            const { endTime = 0 } = animation.effect?.getComputedTiming() ?? {}
            const leftMs = Number(endTime) - Number(animation.currentTime ?? 0)
            if (Number.isFinite(leftMs)) setTimeout(done, leftMs + lateMs)
          },
          () => animation.finish(),
        )
    },
  }
}
