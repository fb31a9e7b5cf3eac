/**
 * Finds a free port below the range for outgoing connections, so that no such connection takes it before it is used.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const attempts = 100

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found in ${attempts} attempts between 12000 and 32000.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
