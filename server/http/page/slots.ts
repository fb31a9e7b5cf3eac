/** So many at work together, so many more in a queue, in the order of coming; beyond that the answer is "busy". */

/** Thrown where the queue is full. It has the status of an outage that is over soon. */
export class Busy extends Error {
  readonly statusCode = 503
  constructor() {
    super('Too many pages are asked for at the moment; try again shortly')
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

  /** Resolves once there is a free slot, to the function that gives it back. Throws `Busy`. */
  async take(): Promise<() => void> {
    if (this.#busy < this.#max) this.#busy++
    else if (this.#waiting.length >= this.#maxWaiting) throw new Busy()
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      // After a turn of the event loop: between two pages whatever else has arrived is answered.
      setImmediate(() => this.#pass())
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = await this.take()
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /** Whoever waits longest takes over the slot, so that the number at work stays as it is. */
  #pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy--
  }
}
