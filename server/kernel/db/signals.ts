/**
 * Notifies the processes on one database of each other's commits, so that none has to poll frequently. A signal is a
 * hint without content: a lost one only delays its readers until their next poll. It is sent after the commit, because
 * `NOTIFY` inside transactions serialises their commits.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export type Signals = {
  /** Signals the other processes. Commits in close succession share one signal. */
  send(): void
  close(): Promise<void>
}

const channel = 'fairhouse_commit'
export const signal = `NOTIFY ${channel}`
const pauseMs = 20
const reconnectMs = 1_000

export function startSignals(
  openPool: (size: number) => pg.Pool,
  received: () => void,
  log: { debug(message: string): void },
): Signals {
  const pool = openPool(1)
  let client: pg.PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let isPausing = false
  let isPending = false
  let isClosing = false

  async function listen(): Promise<void> {
    let connection: pg.PoolClient | null = null
    try {
      connection = await connect()
      // A signal changes nothing, so its commit need not wait for the disk.
      await connection.query(`SET synchronous_commit = off; LISTEN ${channel}`)
      client = connection
    } catch (error) {
      // Otherwise the connection would occupy the pool: no other attempt could connect, and closing would never finish.
      connection?.release(true)
      if (isClosing) return
      log.debug(`no signals from other processes: ${(error as Error).message}`)
      return again()
    }
    if (!isClosing) received()
  }
  async function connect(): Promise<pg.PoolClient> {
    const connection = await pool.connect()
    connection.on('error', () => lost(connection))
    connection.on('end', () => lost(connection))
    connection.on('notification', ({ processId }) => {
      if (processId !== (connection as { processID?: number }).processID) received()
    })
    return connection
  }
  function lost(connection: pg.PoolClient): void {
    if (client !== connection) return
    client = null
    connection.release(true)
    if (!isClosing) again()
  }
  function again(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void (listening = listen()), reconnectMs)
    timer.unref()
  }

  function send(): void {
    if (isClosing) return
    if (isPausing) return void (isPending = true)
    isPausing = true
    isPending = false
    // Signals are sent one after another, because a connection should have only one query at a time.
    const sent = client?.query(signal).catch(() => {})
    void Promise.all([sent, sleep(pauseMs, undefined, { ref: false })]).then(() => {
      isPausing = false
      if (isPending) send()
    })
  }

  let listening = listen()
  return {
    send,
    async close() {
      isClosing = true
      clearTimeout(timer)
      await listening
      const connection = client
      client = null
      connection?.release(true)
      await pool.end()
    },
  }
}
