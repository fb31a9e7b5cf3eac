/** Two processes on one database behind a proxy: what one commits reaches the pages of the other, whichever is lost. */
import { Centrifuge } from 'centrifuge'
import { type AddressInfo, connect as dial, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventForms } from '#server/event-forms.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { type Relay, startRelay } from '#server/kernel/outbox/relay.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { deposit, openWallet } from '../money/wallets.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { openRealtimeServer, type Received, type RealtimeServer } from './realtime-server.ts'

const quiet = { info() {}, debug() {}, warn() {}, error() {} }

type Node = { db: Database; ledger: Ledger; relay: Relay; sockets: RealtimeServer; isLost: boolean }
let db: TestDatabase
let player: string
let nodes: Node[]
let proxy: Server
const passed = new Set<{ node: Node; ends: Socket[] }>()
/** What a page of the player shows. */
type Page = { client: Centrifuge; shown: { balance: number; version: number }; readings: number }
let page: Page

async function openNode(): Promise<Node> {
  const own = await connect({ url: db.url, log: quiet, poolSize: 4 })
  const sockets = await openRealtimeServer({}, async (token) => ({
    playerId: token,
    sessionId: 'session',
    expiresAt: new Date(Date.now() + 600_000),
  }))
  const relay = await startRelay({
    db: own,
    log: quiet,
    forms: eventForms,
    pollEveryMs: 4_000,
    publish: (channel, publication) => sockets.realtime.publish(channel, publication),
  })
  return { db: own, ledger: createLedger({ db: own }), relay, sockets, isLost: false }
}

/** As at a kill: its sockets end, and nobody reaches it any more. */
function lose(node: Node): void {
  node.isLost = true
  for (const each of passed) if (each.node === node) for (const end of each.ends) end.destroy()
}

/** A connection goes to the first node that lives. */
async function openProxy(): Promise<void> {
  proxy = createServer((incoming) => {
    const node = nodes.find(({ isLost }) => !isLost)!
    const outgoing = dial(Number(new URL(node.sockets.url).port), '127.0.0.1')
    const pair = { node, ends: [incoming, outgoing] }
    passed.add(pair)
    for (const end of pair.ends)
      end
        .on('error', () => {})
        .on('close', () => {
          passed.delete(pair)
          for (const each of pair.ends) each.destroy()
        })
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
}

/** As web/live does: shows newer versions, and reads the state anew after a gap. */
async function openPage(): Promise<Page> {
  const { port } = proxy.address() as AddressInfo
  const client = new Centrifuge(`ws://127.0.0.1:${port}/api/connection/websocket`, {
    websocket: WebSocket,
    token: player,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  const opened: Page = { client, shown: { balance: -1, version: -1 }, readings: 0 }
  const show = (next: Page['shown']) => next.version > opened.shown.version && (opened.shown = next)
  const subscription = client.newSubscription(`wallet:accounts#${player}`)
  subscription.on('publication', ({ data }: Received) => show({ balance: data.payload.balance, version: data.version }))
  subscription.on('subscribed', ({ recovered }) => {
    if (recovered) return
    opened.readings++
    void db
      .asOwner(`SELECT cash, version FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`, [player])
      .then(({ rows }) => show({ balance: Number(rows[0].cash), version: Number(rows[0].version) }))
  })
  subscription.subscribe()
  client.connect()
  await vi.waitFor(() => expect(opened.shown.balance).toBe(0), { interval: 5 })
  return opened
}

const showsAll = (balance: number) =>
  vi.waitFor(() => expect(page.shown.balance).toBe(balance), { timeout: 10_000, interval: 5 })

beforeEach(async () => {
  db = await testDatabase()
  player = await openWallet(db)
  nodes = [await openNode(), await openNode()]
  await openProxy()
  page = await openPage()
})
afterEach(async () => {
  page.client.disconnect()
  await new Promise((resolve) => proxy.close(resolve))
  for (const { ledger, relay, sockets, db: own } of nodes) {
    await ledger.close()
    await relay.stop()
    await sockets.close()
    await own.close()
  }
  await db.close()
})

// Shows: 7.7.1
test('a commit of another process reaches the page by its signal, long before the poll', async () => {
  const delays: number[] = []
  for (let balance = 1; balance <= 21; balance++) {
    await nodes[1]!.ledger.post(deposit(player, 1))
    const committedAt = performance.now()
    await showsAll(balance)
    delays.push(performance.now() - committedAt)
  }
  expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(200)
  expect(page.readings).toBe(1)
})

test('the process that commits is lost: what it committed is shown, and so is what others commit after it', async () => {
  await Promise.all(Array.from({ length: 20 }, () => nodes[1]!.ledger.post(deposit(player, 1))))
  lose(nodes[1]!)
  await showsAll(20)
  await nodes[0]!.ledger.post(deposit(player, 1))
  await showsAll(21)
})

test('the process of the page is lost amid commits: the page reads its state anew, and misses nothing after it', async () => {
  const posting = (async () => {
    for (let count = 0; count < 60; count++) await nodes[1]!.ledger.post(deposit(player, 1))
  })()
  await vi.waitFor(() => expect(page.shown.balance).toBeGreaterThan(5), { timeout: 10_000, interval: 2 })
  lose(nodes[0]!)
  await posting
  await showsAll(60)
  // The other process has streams of its own.
  expect(page.readings).toBe(2)
})

test('the connections that follow the database are lost amid commits: the page shows everything, in order', async () => {
  const shown: number[] = []
  page.client.getSubscription(`wallet:accounts#${player}`)!.on('publication', ({ data }: Received) => {
    shown.push(data.version)
  })
  for (let count = 1; count <= 40; count++) {
    if (count % 10 === 0)
      await db.asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fairhouse'
        AND datname = current_database() AND (query LIKE '%outbox.events%' OR query LIKE '%fairhouse_commit%')`)
    await nodes[1]!.ledger.post(deposit(player, 1))
  }
  await showsAll(40)
  expect(shown).toEqual(Array.from(shown, (_, index) => shown[0]! + index))
  expect(shown).toHaveLength(40)
  expect(page.readings).toBe(1)
})
