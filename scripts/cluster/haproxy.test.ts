/** The shipped configuration of HAProxy, in front of three servers that stand for nodes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { freePort } from '../free-port.ts'

const haproxy = '/usr/sbin/haproxy'
const config = join(import.meta.dirname, '../../deploy/cluster/haproxy.cfg')

/** A node of one build: it has the assets whose names contain that build's. */
type Node = { server: Server; port: number; build: string; isLeaving: boolean; isHung: boolean; calls: number }
const nodes: Node[] = []
let proxy: ChildProcess | null = null
let url = ''

async function openNode(build: string): Promise<Node> {
  const node: Node = { server: createServer(), port: 0, build, isLeaving: false, isHung: false, calls: 0 }
  node.server.on('request', ({ url: path = '' }, response) => {
    if (node.isHung) return
    if (path === '/healthz') return void response.writeHead(node.isLeaving ? 404 : 200).end()
    node.calls++
    const isKnown = !path.startsWith('/assets/') || path.includes(node.build)
    response.writeHead(isKnown ? 200 : 404).end(node.build)
  })
  await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve))
  node.port = (node.server.address() as AddressInfo).port
  return node
}

beforeAll(async () => {
  if (!existsSync(haproxy)) return
  nodes.push(await openNode('old'), await openNode('old'), await openNode('new'))
  const [site, database, nobody] = [await freePort(), await freePort(), await freePort()]
  url = `http://127.0.0.1:${site}`
  proxy = spawn(haproxy, ['-db', '-f', config], {
    stdio: 'ignore',
    env: {
      SITE: `127.0.0.1:${site}`,
      DATABASE: `127.0.0.1:${database}`,
      ...Object.fromEntries(
        nodes.flatMap(({ port }, index) => [
          [`NODE_${index + 1}`, `127.0.0.1:${port}`],
          [`POSTGRES_${index + 1}`, `127.0.0.1:${nobody}`],
          [`PATRONI_${index + 1}`, String(nobody)],
        ]),
      ),
    },
  })
  await vi.waitFor(async () => expect(await statusOf('/')()).toBe(200), { timeout: 10_000, interval: 100 })
})
afterAll(async () => {
  proxy?.kill('SIGKILL')
  for (const { server } of nodes) {
    server.closeAllConnections()
    server.close()
  }
})

const statusOf = (path: string) => () =>
  fetch(url + path).then(
    ({ status }) => status,
    () => 0,
  )
const withProxy = existsSync(haproxy) ? longTest : test.skip

withProxy('while two builds serve side by side, no asset of either is missing', async () => {
  const paths = Array.from({ length: 200 }, (_, index) => `/assets/${index % 2 ? 'old' : 'new'}-${index}.js`)
  const statuses = await Promise.all(paths.map((path) => statusOf(path)()))
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  // One that no build has is not found, rather than tried for ever.
  expect(await statusOf('/assets/unknown.js')()).toBe(404)
})

withProxy('a node that leaves gets no further call, and none fails', { timeout: 20_000 }, async () => {
  const [leaving] = nodes as [Node]
  leaving.isLeaving = true
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const before = leaving.calls
  const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf('/api/wallet/accounts')()))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(leaving.calls).toBe(before)
  leaving.isLeaving = false
})

withProxy('the connections of a node that hangs are closed within seconds', { timeout: 30_000 }, async () => {
  for (const node of nodes) node.isHung = true
  const startedAt = performance.now()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /api/connection/websocket HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  await new Promise((resolve) => socket.once('close', resolve).once('end', resolve))
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(answer).toContain('"name":"unavailable"')
  // Without any node, the proxy answers in the form of the API.
  const late = await fetch(`${url}/api/game/games`)
  expect([502, 503]).toContain(late.status)
  expect(late.headers.get('retry-after')).toBe('1')
  expect(await late.json()).toMatchObject({ error: { name: 'unavailable' } })
  for (const node of nodes) node.isHung = false
  await expect.poll(statusOf('/'), { timeout: 10_000 }).toBe(200)
})
