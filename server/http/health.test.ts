import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/setup/app.ts'

const get = (app: TestApp, url: string) => app.send({ method: 'GET', url })

async function openSocket(url: string): Promise<{ socket: Socket; text(): string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += String(bytes))).on('error', () => {})
  await once(socket, 'connect')
  return { socket, text: () => text }
}

test('the health route reports serving, then leaving; calls are still answered, on connections that close', async () => {
  const app = await testApp()
  const serving = await get(app, '/healthz')
  expect(serving).toMatchObject({ status: 200, body: { status: 'serving' } })
  expect(serving.headers['cache-control']).toBe('no-store')
  expect((await get(app, '/readyz')).body).toEqual({ status: 'ready' })
  app.app.leave()
  expect(await get(app, '/healthz')).toMatchObject({ status: 404, body: { status: 'leaving' } })
  expect(await get(app, '/readyz')).toMatchObject({ status: 503, body: { status: 'leaving' } })
  const call = await get(app, '/api/settings/locales')
  expect([call.status, call.headers['connection']]).toEqual([200, 'close'])
  await app.close()
})

test('the health route needs no database, and readiness no connection that requests use', async () => {
  const app = await testApp()
  expect((await get(app, '/readyz')).status).toBe(200)
  const held = await Promise.all(Array.from({ length: 10 }, () => app.db.pool.connect()))
  const waiting = Array.from({ length: 60 }, () => get(app, '/api/settings/currencies'))
  const startedAt = performance.now()
  expect((await get(app, '/healthz')).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await get(app, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  for (const client of held) client.release()
  await Promise.all(waiting)
  await app.close()
})

test('a call that arrives while the server closes is answered like any other', async () => {
  let letGo = () => {}
  const slow = new Promise<void>((resolve) => (letGo = resolve))
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const app = await testApp({
    plugins: () => [
      (instance: FastifyInstance) => {
        instance.get('/slow', async () => {
          begun()
          await slow
          return { slow: true }
        })
      },
    ],
  })
  const { socket, text } = await openSocket(await app.listen())
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await isBegun
  const closing = app.app.close()
  socket.write('GET /api/settings/locales HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await new Promise((resolve) => setTimeout(resolve, 100))
  letGo()
  await once(socket, 'close')
  await closing
  expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  await app.close()
})

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', '400', 'malformed'],
  ['too long headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(40_000)}\r\n\r\n`, '431', 'tooLarge'],
])('%s is refused in the form of the contract', async (_, sent, status, name) => {
  const app = await testApp()
  const { socket, text } = await openSocket(await app.listen())
  socket.write(sent)
  await once(socket, 'close')
  const [head, body] = text().split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(body!)).toEqual({ error: { name, message: expect.any(String) } })
  await app.close()
})
