/** The clients of the realtime bench: many sockets that only count what arrives, in a process of their own. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { maskedFrame } from './masked-frame.ts'

export type ClientOrder =
  | { do: 'open'; count: number; port: number; role: 'guest' | 'player' | 'nothing' }
  /** Answered with `received` once every socket has received this many publications. */
  | { do: 'expect'; publications: number }
  | { do: 'close' }
  | { do: 'end' }
export type ClientNews = 'opened' | 'received' | 'closed'

/** Shorter frames carry the number of online players, and are not counted. */
const minPublicationBytes = 200
let sockets: Socket[] = []
let pending = 0

process.on('message', async (order: ClientOrder) => {
  if (order.do === 'open') {
    for (let opened = 0; opened < order.count; opened += 100) {
      await Promise.all(Array.from({ length: Math.min(100, order.count - opened) }, () => open(order.port, order.role)))
    }
    send('opened')
  } else if (order.do === 'expect') {
    pending += order.publications * sockets.length
    if (pending <= 0) send('received')
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
  const playerChannels = [
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
  const channels = [
    'tournaments',
    'global:online',
    ...(role === 'player' ? playerChannels.map((name) => `${name}#${id}`) : []),
  ]
  const commands: object[] = [{ id: 1, connect: role === 'player' ? { token: id } : {} }]
  for (const [index, channel] of channels.entries()) commands.push({ id: index + 2, subscribe: { channel } })
  return commands.map((command) => JSON.stringify(command)).join('\n')
}

/** Counts frames by their headers only, which is the cheapest way, and the same for both servers. */
function count(this: Socket & { skip?: number; partialHeader?: Buffer | undefined }, chunk: Buffer): void {
  const bytes = this.partialHeader ? Buffer.concat([this.partialHeader, chunk]) : chunk
  this.partialHeader = undefined
  let offset = this.skip ?? 0
  while (offset < bytes.length) {
    if (bytes.length - offset < 4) {
      this.partialHeader = Buffer.from(bytes.subarray(offset))
      this.skip = 0
      return
    }
    const short = bytes[offset + 1]!
    const length = short < 126 ? short : bytes.readUInt16BE(offset + 2)
    offset += length + (short < 126 ? 2 : 4)
    if (length > minPublicationBytes) pending -= 1
    if (pending === 0 && length > minPublicationBytes) send('received')
  }
  this.skip = offset - bytes.length
}

function send(news: ClientNews): void {
  process.send!(news)
}
