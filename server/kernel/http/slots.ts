/** A concurrency limit with a bounded first-in, first-out queue; beyond it the answer is `Busy`. */
import * as HttpStatus from '#contract/statuses.ts'

/** The text alone is an answer if many requests are refused, because an error would record a stack for each. */
export const busyText = 'Too many pages are asked for at the moment; try again shortly'

/** Thrown when the queue is full. It has the status of a short outage. */
export class Busy extends Error {
  readonly statusCode = HttpStatus.serviceUnavailable
  constructor() {
    super(busyText)
  }
}

export class Slots {
  readonly #max: number
  readonly #maxWaiting: number
  readonly #waiting: Array<() => void> = []
  #busy = 0

  constructor(max: number, maxWaiting: number) {
    this.#max = max
    this.#maxWaiting = maxWaiting
  }

  /** True if a task would start at once. */
  get isFree(): boolean {
    return this.#busy < this.#max
  }

  /** Resolves once a slot is free, to the function that releases it. Throws `Busy` if too many wait already. */
  async take(mostWaiting = this.#maxWaiting): Promise<() => void> {
    if (this.#busy < this.#max) this.#busy++
    else if (this.#waiting.length >= mostWaiting) throw new Busy()
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      // The slot passes on after a turn of the event loop, so that other requests are answered between two pages.
      setImmediate(() => this.#pass())
    }
  }

  async run<T>(work: () => Promise<T>, mostWaiting = this.#maxWaiting): Promise<T> {
    const giveBack = await this.take(mostWaiting)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /** The longest-waiting request takes over the slot, so the number in use stays the same. */
  #pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy--
  }
}
