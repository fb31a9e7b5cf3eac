/** The embedded PostgreSQL of a running product, for commands that run beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Connection string of the server that runs on this data folder; null if none does. Only the owner can read its files.
 */
export function runningEmbedded(dataDir: string): string | null {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  // Process, folder, start, port, socket folder: PostgreSQL's own order.
  const [pid = '', , , , socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n')
  if (!isAlive(Number(pid)) || !existsSync(socketFolder)) return null
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  return `postgres://fairhouse:${password}@/postgres?host=${encodeURIComponent(socketFolder)}`
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
