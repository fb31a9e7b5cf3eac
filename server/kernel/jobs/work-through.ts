/** Settles many rows page by page, so that a row that fails stops neither its page nor the job. */
import type { Logger } from 'pino'

export type Pages<Row> = {
  /** The kind of rows, for the log. */
  name: string
  /** The rows after `last` in a fixed order; fewer than `size` at the end. */
  read(last: Row | undefined, size: number): Promise<Row[]>
  /** Settles a row in a separate transaction. True if it changed something. */
  settle(row: Row): Promise<boolean>
  size?: number
}

/** Returns how many rows were settled. A failure is logged, and the row is tried again in the job's next turn. */
export async function workThrough<Row>(
  log: Pick<Logger, 'error'>,
  { name, read, settle, size = 100 }: Pages<Row>,
): Promise<number> {
  let settled = 0
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, size)
    for (const row of rows) {
      try {
        if (await settle(row)) settled++
      } catch (error) {
        log.error({ err: error, name }, 'a row of a job could not be settled')
      }
    }
    last = rows.at(-1)
    if (rows.length < size) return settled
  }
}
