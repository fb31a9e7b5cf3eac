import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { getLimited } from './get-limited.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const limits = { timeoutMs: 60_000, maxBytes: 1000 }

test('an answer of exactly the allowed size is read whole, and one byte more is refused', async () => {
  const url = await serving(({ url: path }, response) => response.end('x'.repeat(Number(path!.slice(1)))))
  const exact = await getLimited(`${url}/1000`, limits)
  expect(exact).toMatchObject({ ok: true, value: { status: 200 } })
  expect(exact.ok && exact.value.body.toString()).toBe('x'.repeat(1000))
  expect(await getLimited(`${url}/1001`, limits)).toMatchObject({ ok: false, refusal: 'malformed' })
})

test('the size of an answer that arrives in parts is that of all of them', async () => {
  const url = await serving((_, response) => {
    response.write('x'.repeat(600))
    setTimeout(() => response.end('x'.repeat(600)), 20)
  })
  expect(await getLimited(url, limits)).toMatchObject({ ok: false, refusal: 'malformed' })
})

test('a status without success is an answer, whose body is not read', async () => {
  const url = await serving((_, response) => response.writeHead(503, { 'retry-after': '9' }).end('x'.repeat(5000)))
  const answer = await getLimited(url, limits)
  expect(answer).toMatchObject({ ok: true, value: { status: 503 } })
  expect(answer.ok && [answer.value.body.length, answer.value.headers.get('retry-after')]).toEqual([0, '9'])
})

test('another host never answers for the partner', async () => {
  let elsewhere = 0
  const other = await serving((_, response) => {
    elsewhere++
    response.end('{}')
  })
  const url = await serving((_, response) => response.writeHead(302, { location: other }).end())
  expect(await getLimited(url, limits)).toMatchObject({ ok: false, refusal: 'unavailable' })
  expect(elsewhere).toBe(0)
})

test('an answer that begins and never ends is given up', async () => {
  const url = await serving((_, response) => void response.write('{'))
  const answer = await getLimited(url, { ...limits, timeoutMs: 300 })
  expect(answer).toMatchObject({ ok: false, refusal: 'unavailable', message: 'no answer within 300 ms' })
})

test('a partner that is not there is unavailable, with the reason', async () => {
  const url = await serving(() => undefined)
  await new Promise((closed) => servers.pop()!.close(closed))
  expect(await getLimited(url, limits)).toMatchObject({
    ok: false,
    refusal: 'unavailable',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})
