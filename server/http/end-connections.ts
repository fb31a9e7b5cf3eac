import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that was sent as the server began to close has arrived by then. */
const graceMs = 1_000

/**
 * Ends what would keep a server from closing for more than a minute: connections that were busy when it began to close
 * and are kept alive after their answer, and those without any request, which browsers open in advance and Node counts
 * as busy.
 */
export function endConnections(app: FastifyInstance): void {
  const { server } = app
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    if (!server.listening) return
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const ending = setTimeout(() => unused.forEach((socket) => socket.destroy()), graceMs)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(ending)
    })
  })
}
