import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that was sent as the server began to close has arrived by then. */
const graceMs = 1_000

/**
 * Ends connections without any request shortly after the server begins to close. Browsers and clients open them in
 * advance, and Node counts them as busy for a minute, in which the server would not close.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  let ending: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    ending = setTimeout(() => unused.forEach((socket) => socket.destroy()), graceMs)
  })
  app.addHook('onClose', async () => clearTimeout(ending))
}
