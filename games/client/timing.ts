// Timing: waits, counters and the preference for reduced motion.

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Calls `step` with 0 to 1 over the given time, easing out, and always ends with 1. */
export async function ramp(ms: number, step: (share: number) => void): Promise<void> {
  if (isCalm()) return step(1)
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const frame = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / ms))
      step(1 - (1 - share) ** 3)
      if (share < 1) requestAnimationFrame(frame)
      else resolve()
    }
    requestAnimationFrame(frame)
  })
}

/** A removed animation still counts as finished. */
export const ended = (animation: Animation) =>
  animation.finished.then(
    () => undefined,
    () => undefined,
  )
