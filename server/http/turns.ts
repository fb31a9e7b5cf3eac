/** Limits how many tasks begin in one turn of the event loop; the others begin in later turns, in order of arrival. */
export class Turns {
  readonly #perTurn: number
  readonly #waiting: Array<() => void> = []
  #begun = 0
  #isCounting = false

  constructor(perTurn: number) {
    this.#perTurn = perTurn
  }

  /** Resolves at once, or in the turn in which this task may begin. */
  async take(): Promise<void> {
    if (!this.#isCounting) {
      this.#isCounting = true
      setImmediate(this.#turn)
    }
    if (this.#begun < this.#perTurn) this.#begun++
    else await new Promise<void>((begin) => this.#waiting.push(begin))
  }

  readonly #turn = (): void => {
    const next = this.#waiting.splice(0, this.#perTurn)
    this.#begun = next.length
    for (const begin of next) begin()
    this.#isCounting = next.length > 0
    if (this.#isCounting) setImmediate(this.#turn)
  }
}
