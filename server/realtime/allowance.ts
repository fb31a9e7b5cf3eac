/** A token bucket: how many commands a connection may still send. */
export class Allowance {
  #left: number
  #at: number

  constructor(burst: number, atMs: number) {
    this.#left = burst
    this.#at = atMs
  }

  /** False where the command comes too soon; the debt grows, so a flood is told from a burst by `debt`. */
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
