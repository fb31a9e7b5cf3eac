/**
 * The load generator of the HTTP bench, in a process of its own: bets signed like those of an external studio, or
 * complete rounds as a game's page requests them. Plain sockets with one request in flight on each, so that the
 * generator uses as little CPU as possible.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Figures, pace, sustain } from './sustain.ts'

export type Load = {
  kind: 'bet' | 'play'
  port: number
  launchTokens: string[]
  inFlight: number
  ms: number
  signingKey: string
  studio: string
  /** The rate of evenly spaced calls; if absent, each connection sends one call after the other. */ perSecond?: number
}

type Connection = (path: string, headers: string, body: string) => Promise<number>

/** A keep-alive connection; resolves to the status once the complete response has arrived. */
async function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let pending: ((status: number) => void) | null = null
  let answer = ''
  socket
    .setEncoding('latin1')
    .on('data', (chunk: string) => {
      answer += chunk
      const head = answer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
      if (answer.length < head + 4 + length) return
      const status = Number(answer.slice(9, 12))
      answer = ''
      pending?.(status)
    })
    .on('close', () => pending?.(0))
    .on('error', () => {})
  return (path, headers, body) =>
    new Promise((resolve) => {
      pending = resolve
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
      )
    })
}

function bet(connection: Connection, { launchTokens, signingKey, studio }: Load): () => Promise<boolean> {
  return async () => {
    const token = launchTokens[Math.floor(Math.random() * launchTokens.length)]!
    const body = JSON.stringify({
      token,
      currency: 'EUR',
      gameId: 'dice',
      roundId: randomUUID(),
      transactionId: randomUUID(),
      amount: 1,
    })
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', signingKey).update(`${at}.${body}`).digest('hex')
    return (
      (await connection(
        `/api/partners/games/${studio}/bet`,
        `X-Studio-Timestamp: ${at}\r\nX-Studio-Signature: ${signature}\r\n`,
        body,
      )) === 200
    )
  }
}

function play(connection: Connection, launchToken: string): () => Promise<boolean> {
  return async () =>
    (await connection(
      '/studio/api/play',
      `Authorization: Bearer ${launchToken}\r\n`,
      JSON.stringify({ playId: randomUUID(), stake: 100, choice: { direction: 'under', target: 4_950 } }),
    )) === 200
}

process.once('message', async (load: Load) => {
  const connections = await Promise.all(Array.from({ length: load.inFlight }, () => openConnection(load.port)))
  const calls = connections.map((connection, index) =>
    load.kind === 'bet' ? bet(connection, load) : play(connection, load.launchTokens[index]!),
  )
  const figures: Figures = await (load.perSecond === undefined
    ? sustain(calls, load.ms)
    : pace(calls, load.perSecond, load.ms))
  process.send!(figures, () => process.exit(0))
})
