/**
 * A slow connection in front of a site. It is outside the browser, so that it also slows the requests of a service
 * worker: each answer is delayed, and all of them share the bandwidth.
 */
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Line = { delayMs: number; bitsPerSecond: number }
export type SlowLine = { url: string; stop(): void }

/** The phone that Lighthouse simulates (design "experience", "Budgets"). */
export const lab: Line = { delayMs: 150, bitsPerSecond: 1_600_000 }
/** The slow 3G of WebPageTest. */
export const slow3g: Line = { delayMs: 400, bitsPerSecond: 400_000 }

export async function slowLine(site: string, { delayMs, bitsPerSecond }: Line): Promise<SlowLine> {
  const bytesPerMs = bitsPerSecond / 8 / 1000
  /** The time at which the connection is free again. */
  let freeAt = 0
  const transmit = async (bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / bytesPerMs
    await sleep(Math.max(0, freeAt - performance.now()))
  }
  /** Throws if the browser has navigated to another page meanwhile. */
  const answerSlowly = async (answer: IncomingMessage, response: ServerResponse) => {
    await sleep(delayMs)
    response.writeHead(answer.statusCode!, answer.headers)
    for await (const part of answer as AsyncIterable<Buffer>) {
      await transmit(part.length)
      response.write(part)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(site)
    const forwarded = forward(
      { hostname, port, path: request.url, method: request.method, headers: request.headers },
      (answer) => void answerSlowly(answer, response).catch(() => response.destroy()),
    )
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
