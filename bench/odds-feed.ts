/**
 * The feed of the sandbox's sportsbook sends 1,000 changes of odds per second to 2,000 clients, each of which follows
 * the list and three matches. Measured is the delay from a change to the parsed message, at every twentieth client. The
 * limit for the 99th percentile is 250 ms.
 */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { createFeed } from '#sandbox/sportsbook/feed.ts'
import type { Delta } from '#sandbox/sportsbook/wire.ts'

const clientCount = 2_000
/**
 * Only every twentieth client parses its messages: one process runs all clients, and would otherwise measure its own
 * parsing.
 */
const clientsPerMeasured = 20
const changesPerSecond = 1_000
const matches = 40
const seconds = 15
const warmUpSeconds = 3
const tickMs = 100
const limitMs = 250

type Report = { p50: number; p99: number; received: number }

/** Runs in a process of its own. Opens all clients, and reports the delays of what they receive. */
async function runClients(port: number): Promise<void> {
  const delays: number[] = []
  let isMeasuring = false
  let received = 0
  const open = (index: number) =>
    new Promise<void>((done, fail) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`)
      socket.once('error', fail)
      socket.once('open', () => {
        const followed = [0, 1, 2].map((step) => `event:football-${(index + step * 13) % matches}`)
        socket.send(JSON.stringify({ topics: ['list', ...followed] }))
        done()
      })
      socket.on('message', (data: Buffer) => {
        if (isMeasuring) received++
        if (index % clientsPerMeasured > 0) return
        const deltas = JSON.parse(String(data)) as Delta[]
        if (!isMeasuring) return
        const now = Date.now()
        // The `version` of these deltas is the time of the change.
        for (const delta of deltas) if (delta.is === 'odds') delays.push(now - delta.version)
      })
    })
  for (let index = 0; index < clientCount; index += 100)
    await Promise.all(Array.from({ length: 100 }, (_, step) => open(index + step)))
  process.on('message', (command: 'measure' | 'report') => {
    isMeasuring = command === 'measure'
    if (command === 'measure') return void (delays.length = received = 0)
    delays.sort((one, two) => one - two)
    const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Infinity
    process.send!({ p50: at(0.5), p99: at(0.99), received } satisfies Report)
  })
  process.send!('open')
}

async function runServer(): Promise<void> {
  const server = createServer()
  const feed = createFeed({ server, path: '/feed', playerOf: async () => null })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const clients = fork(import.meta.filename, ['clients', String((server.address() as AddressInfo).port)])
  const next = <Message>() => new Promise<Message>((done) => clients.once('message', (news) => done(news as Message)))
  await next<'open'>()
  let waiting: Array<{ match: number; at: number }> = []
  let changes = 0
  const startedAt = Date.now()
  /** Changes are spread evenly over time, and sent with the next tick, as the sportsbook's book does. */
  const trade = setInterval(() => {
    const due = Math.floor(((Date.now() - startedAt) / 1000) * changesPerSecond)
    for (; changes < due; changes++) waiting.push({ match: changes % matches, at: Date.now() })
  }, 2)
  const send = setInterval(() => {
    const topics = new Map<string, Delta[]>()
    for (const { match, at } of waiting) {
      const event = `football-${match}`
      const odds = { home: '1.85', draw: '3.40', away: '4.20' }
      const delta: Delta = { is: 'odds', event, id: 'result', version: at, state: 'open', odds }
      // A quarter of the changes concern the main market, which the list shows too.
      for (const topic of [`event:${event}`, ...(match % 4 === 0 ? ['list'] : [])])
        topics.set(topic, [...(topics.get(topic) ?? []), delta])
    }
    waiting = []
    feed.publish(topics)
  }, tickMs)
  const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
  await sleep(warmUpSeconds * 1000)
  clients.send('measure')
  const cpu = process.cpuUsage()
  const from = changes
  const measuredAt = Date.now()
  await sleep(seconds * 1000)
  const used = process.cpuUsage(cpu)
  const rate = ((changes - from) / (Date.now() - measuredAt)) * 1000
  const report = next<Report>()
  clients.send('report')
  const { p50, p99, received } = await report
  const share = ((used.user + used.system) / 1000 / (seconds * 1000)) * 100
  console.log(
    `${Math.round(rate)} changes a second to ${clientCount} clients, ${Math.round(received / seconds)} messages a second`,
  )
  console.log(`from change to client: median ${p50} ms, p99 ${p99} ms (limit ${limitMs} ms)`)
  console.log(`the feed used ${share.toFixed(0)} % of a core`)
  clearInterval(trade)
  clearInterval(send)
  clients.kill()
  feed.close()
  server.close()
  if (p99 > limitMs) process.exitCode = 1
}

if (process.argv[2] === 'clients') await runClients(Number(process.argv[3]))
else await runServer()
