/** Neither a connection that a browser has opened in advance nor one that is kept alive keeps the server from closing. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endConnections } from './end-connections.ts'

let answerSlow = () => {}
let slow = Promise.resolve()

async function opened(): Promise<{ app: ReturnType<typeof Fastify>; open(): Promise<Socket> }> {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  endConnections(app)
  app.get('/', () => 'answered')
  app.get('/slow', () => slow.then(() => 'answered'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    async open() {
      const socket = connect(port, '127.0.0.1')
      await Promise.all([once(socket, 'connect'), once(app.server, 'connection')])
      return socket
    },
  }
}

test('a connection without a request is ended, within seconds', { timeout: 20_000 }, async () => {
  const { app, open } = await opened()
  const socket = await open()
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

test('a request that arrives as the server begins to close is answered', { timeout: 20_000 }, async () => {
  const { app, open } = await opened()
  const socket = await open()
  const closed = app.close()
  socket.write('GET / HTTP/1.1\r\nhost: house.test\r\nconnection: close\r\n\r\n')
  let answer = ''
  for await (const part of socket) answer += part
  expect(answer).toContain('answered')
  await closed
})

test(
  'a connection that is busy as the server begins to close is answered, and not kept alive',
  { timeout: 20_000 },
  async () => {
    slow = new Promise((resolve) => void (answerSlow = resolve))
    const { app, open } = await opened()
    const socket = await open()
    const asked = once(app.server, 'request')
    socket.write('GET /slow HTTP/1.1\r\nhost: house.test\r\n\r\n')
    await asked
    const closed = app.close()
    await once(app.server, 'close', { signal: AbortSignal.timeout(200) }).catch(() => undefined)
    answerSlow()
    let answer = ''
    for await (const part of socket) answer += part
    expect(answer).toContain('answered')
    await closed
  },
)
