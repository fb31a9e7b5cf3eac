// Time on the page: waiting, counting and the player's wish for less motion.

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Runs `step` with 0 to 1 over the time given, easing out, and always ends with 1. */
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

/** An animation that was taken away still counts as ended. */
export const ended = (animation: Animation) =>
  animation.finished.then(
    () => undefined,
    () => undefined,
  )
