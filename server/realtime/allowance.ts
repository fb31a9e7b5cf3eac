/** A token bucket: how many commands a connection may still send. */
export class Allowance {
  #left: number
  #at: number

  constructor(burst: number, atMs: number) {
    this.#left = burst
    this.#at = atMs
  }

  /**
   * False if the command exceeds the rate. The debt keeps growing, so that `debt` distinguishes a flood from a burst.
   */
  take(burst: number, perSecond: number, nowMs: number): boolean {
    const regained = (Math.max(0, nowMs - this.#at) / 1000) * perSecond
    this.#left = Math.min(burst, this.#left + regained) - 1
    this.#at = nowMs
    return this.#left >= 0
  }

  get debt(): number {
    return Math.max(0, -this.#left)
  }
}
