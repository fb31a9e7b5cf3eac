/** Rates from a file that another program on this machine updates. */
import { open } from 'node:fs/promises'
import { refuse } from '#contract/endpoint.ts'
import { maxQuoteBytes, type RatesSource } from './port.ts'
import { readQuote } from './read-quote.ts'

export type FileRatesOptions = { path: string; now: () => Date; maxAgeMs: number }

export function createFileRates({ path, now, maxAgeMs }: FileRatesOptions): RatesSource {
  return {
    name: 'file',
    async read() {
      try {
        const file = await open(path)
        try {
          const buffer = Buffer.alloc(maxQuoteBytes + 1)
          const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
          if (bytesRead > maxQuoteBytes) return refuse('malformed', { message: 'too large' })
          return readQuote(buffer.toString('utf8', 0, bytesRead), { now: now(), maxAgeMs })
        } finally {
          await file.close()
        }
      } catch (error) {
        return refuse('unavailable', { message: (error as Error).message })
      }
    },
  }
}
