/** The clients of the realtime bench: many sockets that only count what arrives, in a process of their own. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { maskedFrame } from './masked-frame.ts'

export type ClientOrder =
  | { do: 'open'; count: number; port: number; role: 'guest' | 'player' | 'nothing' }
  /** Answered once every socket has received this many publications. */
  | { do: 'expect'; publications: number }
  | { do: 'close' }
  | { do: 'end' }
export type ClientNews = 'opened' | 'received' | 'closed'

/** Other frames (the number of online players) are shorter. */
const minPublicationBytes = 200
let sockets: Socket[] = []
let missing = 0

process.on('message', async (order: ClientOrder) => {
  if (order.do === 'open') {
    for (let opened = 0; opened < order.count; opened += 100) {
      await Promise.all(Array.from({ length: Math.min(100, order.count - opened) }, () => open(order.port, order.role)))
    }
    send('opened')
  } else if (order.do === 'expect') {
    missing += order.publications * sockets.length
    if (missing <= 0) send('received')
  } else if (order.do === 'close') {
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())))
    sockets = []
    send('closed')
  } else process.exit(0)
})
process.on('disconnect', () => process.exit(0))

function open(port: number, role: 'guest' | 'player' | 'nothing'): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay()
    socket.on('error', reject)
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /api/connection/websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    socket.once('data', () => {
      sockets.push(socket)
      if (role === 'nothing') {
        socket.on('data', count)
        return resolve()
      }
      socket.write(maskedFrame(hello(role)))
      socket.once('data', () => {
        // Players are answered in two frames: before and after the token check.
        socket.on('data', count)
        resolve()
      })
    })
  })
}

function hello(role: 'guest' | 'player'): string {
  const id = crypto.randomUUID()
  const own = [
    'wallet:accounts',
    'payment:invoices',
    'messenger:notifications',
    'game:bets',
    'bonus:player-bonuses',
    'bonus:player-freespins',
    'bonus:player-bonus-codes',
    'retention:quests',
    'retention:accounts',
  ]
  const channels = ['tournaments', 'global:online', ...(role === 'player' ? own.map((name) => `${name}#${id}`) : [])]
  const commands: object[] = [{ id: 1, connect: role === 'player' ? { token: id } : {} }]
  for (const [index, channel] of channels.entries()) commands.push({ id: index + 2, subscribe: { channel } })
  return commands.map((command) => JSON.stringify(command)).join('\n')
}

/** Parses frames by their headers only: the cheapest way to count, and the same for both servers. */
function count(this: Socket & { left?: number; cut?: Buffer | undefined }, chunk: Buffer): void {
  const bytes = this.cut ? Buffer.concat([this.cut, chunk]) : chunk
  this.cut = undefined
  let at = this.left ?? 0
  while (at < bytes.length) {
    if (bytes.length - at < 4) {
      this.cut = Buffer.from(bytes.subarray(at))
      this.left = 0
      return
    }
    const short = bytes[at + 1]!
    const length = short < 126 ? short : bytes.readUInt16BE(at + 2)
    at += length + (short < 126 ? 2 : 4)
    if (length > minPublicationBytes) missing -= 1
    if (missing === 0 && length > minPublicationBytes) send('received')
  }
  this.left = at - bytes.length
}

function send(news: ClientNews): void {
  process.send!(news)
}
