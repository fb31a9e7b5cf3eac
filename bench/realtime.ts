/**
 * Realtime: deliveries per second compared with a bare `ws` broadcast, and the memory of an idle connection. `node
 * bench/realtime.ts`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClientNews, ClientOrder } from './realtime-clients.ts'
import type { ServerNews, ServerOrder } from './realtime-server.ts'

const deliveriesPerRound = 60_000
const rounds = 7

type Speed = { perSecond: number; cpuMicros: number }

class Child<Order, Message> {
  readonly process: ChildProcess
  constructor(file: string, args: string[] = []) {
    this.process = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--expose-gc'] })
  }
  receive(): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const ended = (code: number | null): void => reject(new Error(`a process of the bench exited with code ${code}`))
    this.process.once('exit', ended)
    this.process.once('message', (news) => {
      this.process.off('exit', ended)
      resolve(news as Message)
    })
    return promise
  }
  send(order: Order): void {
    this.process.send(order as object)
  }
  async ask(order: Order): Promise<Message> {
    const news = this.receive()
    this.send(order)
    return news
  }
}

async function openSide(kind: 'house' | 'bare') {
  const server = new Child<ServerOrder, ServerNews>('realtime-server.ts', [kind])
  const clients = new Child<ClientOrder, ClientNews>('realtime-clients.ts')
  const { port } = (await server.receive()) as { port: number }
  return { server, clients, port, end: () => (server.send({ do: 'end' }), clients.send({ do: 'end' })) }
}
type Side = Awaited<ReturnType<typeof openSide>>

/** One round: a burst of publications, timed until the last client has received the last of them. */
async function round(side: Side, publications: number, clientCount: number): Promise<Speed> {
  const startedAt = performance.now()
  const received = side.clients.ask({ do: 'expect', publications })
  const published = (await side.server.ask({ do: 'publish', count: publications })) as { cpuMs: number }
  await received
  const deliveries = publications * clientCount
  return {
    perSecond: deliveries / ((performance.now() - startedAt) / 1000),
    cpuMicros: (published.cpuMs * 1000) / deliveries,
  }
}

/** Both sides run at the same time and are measured in turns, so that load on the machine affects both. */
async function compareSpeed(clientCount: number): Promise<{ product: Speed; bare: Speed; ratio: number }> {
  const product = await openSide('house')
  const bare = await openSide('bare')
  await product.clients.ask({ do: 'open', count: clientCount, port: product.port, role: 'guest' })
  await bare.clients.ask({ do: 'open', count: clientCount, port: bare.port, role: 'nothing' })
  const publications = Math.ceil(deliveriesPerRound / clientCount)
  const speeds: Array<{ product: Speed; bare: Speed }> = []
  for (let turn = -2; turn < rounds; turn += 1) {
    const first = turn % 2 === 0 ? product : bare
    const one = await round(first, publications, clientCount)
    const two = await round(first === product ? bare : product, publications, clientCount)
    // The first two turns warm both up.
    if (turn >= 0) speeds.push(first === product ? { product: one, bare: two } : { product: two, bare: one })
  }
  product.end()
  bare.end()
  const median = (pick: (pair: { product: Speed; bare: Speed }) => number): number =>
    speeds.map(pick).sort((a, b) => a - b)[Math.floor(speeds.length / 2)]!
  return {
    product: {
      perSecond: median((pair) => pair.product.perSecond),
      cpuMicros: median((pair) => pair.product.cpuMicros),
    },
    bare: { perSecond: median((pair) => pair.bare.perSecond), cpuMicros: median((pair) => pair.bare.cpuMicros) },
    ratio: median((pair) => pair.product.perSecond / pair.bare.perSecond),
  }
}

async function measureMemory(
  kind: 'house' | 'bare',
  role: 'guest' | 'player' | 'nothing',
  count: number,
): Promise<{ rssBytes: number; heapBytes: number }> {
  const side = await openSide(kind)
  // The first connections load and compile code, whose memory is not measured.
  await side.clients.ask({ do: 'open', count: 200, port: side.port, role })
  await side.clients.ask({ do: 'close' })
  type Memory = { rss: number; heap: number; sockets: number }
  const settle = async (): Promise<Memory> => {
    for (let tries = 0; tries < 5; tries += 1) {
      await side.server.ask({ do: 'memory' })
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return (await side.server.ask({ do: 'memory' })) as Memory
  }
  const before = await settle()
  await side.clients.ask({ do: 'open', count, port: side.port, role })
  const after = await settle()
  side.end()
  if (after.sockets !== count) throw new Error(`${after.sockets} of ${count} connections are open`)
  return { rssBytes: (after.rss - before.rss) / count, heapBytes: (after.heap - before.heap) / count }
}

export type BenchLine = { name: string; figure: string; peer: string; ratio: string; goal: string; isMet: boolean }

export async function benchRealtime(): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  for (const clientCount of [1_000, 5_000]) {
    const { product, bare, ratio } = await compareSpeed(clientCount)
    const show = (speed: Speed): string =>
      `${Math.round(speed.perSecond / 1000)}k/s, ${speed.cpuMicros.toFixed(1)} us each`
    lines.push({
      name: `deliveries to ${clientCount.toLocaleString('en')} clients`,
      figure: show(product),
      peer: show(bare),
      ratio: ratio.toFixed(2),
      goal: '>= 0.90',
      isMet: ratio >= 0.9,
    })
  }
  const bare = await measureMemory('bare', 'nothing', 5_000)
  for (const role of ['guest', 'player'] as const) {
    const { rssBytes, heapBytes } = await measureMemory('house', role, 5_000)
    const show = (memory: { rssBytes: number; heapBytes: number }): string =>
      `${(memory.rssBytes / 1000).toFixed(1)} kB RSS, ${(memory.heapBytes / 1000).toFixed(1)} kB heap`
    lines.push({
      name: role === 'guest' ? 'an idle guest (2 channels)' : 'an idle player (11 channels)',
      figure: show({ rssBytes, heapBytes }),
      peer: show(bare),
      ratio: (rssBytes / bare.rssBytes).toFixed(2),
      goal: '<= 12 kB',
      isMet: rssBytes <= 12_000,
    })
  }
  return lines
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = await benchRealtime()
  console.table(Object.fromEntries(lines.map(({ name, ...columns }) => [name, columns])))
  process.exit(lines.every(({ isMet }) => isMet) ? 0 : 1)
}
