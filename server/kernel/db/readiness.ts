/**
 * Checks whether the database accepts commits, on a separate connection: requests that wait for a connection of the
 * pool say nothing about the database. One check runs at a time, and its result is cached for a second.
 */
import type { Database } from './connect.ts'

export type Readiness =
  | { status: 'ready' | 'read-only' | 'database not reachable' }
  /** The time of the last commit; null if there was none since the start. */
  | { status: 'no commit since'; since: string | null }

const limitMs = 1000
const sharedMs = 1000
/** A check that waits longer than this for anything but a commit is abandoned. */
const givenUpMs = 10_000

export class ReadinessCheck {
  readonly #openPool: Database['openPool']
  #pool: ReturnType<Database['openPool']> | null = null
  #running: { answer: Promise<Readiness>; startedAt: number; isCommitting: boolean; giveUp(): void } | null = null
  #last: { answer: Readiness; at: number } | null = null
  #committedAt: Date | null = null

  constructor({ openPool }: Pick<Database, 'openPool'>) {
    this.#openPool = openPool
  }

  /** Resolves within a second. */
  async read(): Promise<Readiness> {
    if (this.#last && performance.now() - this.#last.at < sharedMs) return this.#last.answer
    const running = this.#running ?? this.#start()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, limitMs, null)))
    const answer = await Promise.race([running.answer, late])
    clearTimeout(timer)
    if (answer) return answer
    if (running.isCommitting) return { status: 'no commit since', since: this.#committedAt?.toISOString() ?? null }
    if (performance.now() - running.startedAt > givenUpMs) running.giveUp()
    return { status: 'database not reachable' }
  }

  async close(): Promise<void> {
    this.#running?.giveUp()
    await this.#pool?.end()
  }

  #start() {
    const check = {
      startedAt: performance.now(),
      isCommitting: false,
      giveUp: () => {},
      answer: Promise.resolve<Readiness>({ status: 'database not reachable' }),
    }
    check.answer = this.#ask(check)
      .catch((): Readiness => ({ status: 'database not reachable' }))
      .then((answer) => {
        this.#running = null
        this.#last = { answer, at: performance.now() }
        return answer
      })
    this.#running = check
    return check
  }

  async #ask(check: { isCommitting: boolean; giveUp(): void }): Promise<Readiness> {
    this.#pool ??= this.#openPool(1, { connectMs: limitMs })
    const client = await this.#pool.connect()
    let isReleased = false
    const release = (isBroken: boolean) => {
      if (!isReleased) client.release(isBroken)
      isReleased = true
    }
    check.giveUp = () => release(true)
    try {
      const { rows } = await client.query<{ read_only: boolean }>(
        `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only`,
      )
      if (rows[0]!.read_only) return { status: 'read-only' }
      // The smallest commit that is written, and replicated if commits wait for a standby. It is never abandoned,
      // because each abandoned commit would occupy a connection of the server until the standby returns.
      check.isCommitting = true
      await client.query(`SELECT pg_logical_emit_message(true, 'fairhouse', '')`)
      this.#committedAt = new Date()
      release(false)
      return { status: 'ready' }
    } finally {
      release(true)
    }
  }
}
