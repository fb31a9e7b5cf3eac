/** The process survives any input, and serves the next client. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeFrame } from '#server/realtime/wire.ts'
import { ada, openRealtimeServer, rawPlayer, rawSocket, type RealtimeServer } from './realtime-server.ts'

let app: RealtimeServer
beforeAll(async () => {
  app = await openRealtimeServer()
})
afterAll(() => app.close())

const method = fc.constantFrom(
  'connect',
  'subscribe',
  'unsubscribe',
  'refresh',
  'publish',
  'rpc',
  'send',
  'presence',
  '__proto__',
  'push',
)
const id = fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 1.5, 2 ** 32, -1e300, '1', null, [1]))
const channel = fc.oneof(
  fc.string(),
  fc.constantFrom('tournaments', `wallet:accounts#${ada}`, 'wallet:accounts#', '#', '__proto__', '\0', '\ud800'),
)
const body = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { channel, token: fc.string(), recover: fc.boolean(), offset: fc.jsonValue(), epoch: fc.jsonValue() },
    { requiredKeys: [] },
  ),
)
const command = fc.tuple(id, method, body).map(([number, name, value]) => JSON.stringify({ id: number, [name]: value }))
const line = fc.oneof(
  command,
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '{}', '[]', '{', '\n\n', '{"id":1}', '['.repeat(20_000), '{"id":1,"connect":{"token":'),
)
const frame = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'))

test('decoding never throws, and what it accepts is a command', () => {
  fc.assert(
    fc.property(frame, (text) => {
      const commands = decodeFrame(text)
      expect(commands === null || commands.every(({ kind }) => typeof kind === 'string')).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

// Shows: fault 33
test('fuzzed frames, text and binary, of guests and players: each socket is answered or closed, and the server survives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.oneof(frame, fc.uint8Array({ maxLength: 300 })), { minLength: 1, maxLength: 8 }),
      async (isPlayer, frames) => {
        const raw = isPlayer ? await rawPlayer(app) : await rawSocket(app.url)
        for (const one of frames) raw.socket.send(one)
        raw.socket.close()
        await raw.closed
      },
    ),
    { numRuns: 150 },
  )
  expect(app.errors).toEqual([])
  const raw = await rawPlayer(app)
  raw.send({ id: 2, subscribe: { channel: 'tournaments' } })
  expect(await raw.receive()).toMatchObject({ id: 2, subscribe: { recoverable: true } })
  raw.socket.close()
})

test('bytes that are not WebSocket frames end only their socket', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 2, maxLength: 200 }), async (bytes) => {
      const raw = await rawSocket(app.url)
      const wire = (raw.socket as unknown as { _socket: import('node:net').Socket })._socket
      wire.end(Buffer.from(bytes))
      await raw.closed
    }),
    { numRuns: 100 },
  )
  const raw = await rawPlayer(app)
  raw.socket.close()
})
