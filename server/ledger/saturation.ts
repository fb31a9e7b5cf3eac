/** Whether posting is saturated: for about a second, nearly every moment has found all writers busy. */

export type Saturation = {
  /** Whenever a writer takes a batch or is free again. */
  note(areAllBusy: boolean): void
  isReached(): boolean
}

/**
 * The share of time in which all writers were busy, as a decaying average: a second at full load reaches the threshold,
 * and a tenth of a second with a free writer ends it.
 */
const decayMs = 600
const threshold = 0.8

export function createSaturation(now: () => number = () => performance.now()): Saturation {
  let share = 0
  let areAllBusy = false
  let at = now()
  function update(): void {
    const moment = now()
    const kept = Math.exp((at - moment) / decayMs)
    share = share * kept + (areAllBusy ? 1 - kept : 0)
    at = moment
  }
  return {
    note(busy) {
      update()
      areAllBusy = busy
    },
    isReached() {
      update()
      return share >= threshold
    },
  }
}
