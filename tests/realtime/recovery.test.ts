/** After a disconnection, either all missed publications are recovered, or the client is told to refetch. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ada,
  connected,
  eventually,
  publication,
  next,
  openRealtimeServer,
  type Received,
  rawPlayer,
  subscribed,
  type RealtimeServer,
} from './realtime-server.ts'

const channel = `wallet:accounts#${ada}`
let app: RealtimeServer
beforeEach(async () => {
  app = await openRealtimeServer({ historySize: 3 })
})
afterEach(() => app.close())

/** Cuts the connection below the client, publishes, and waits for the new subscription. */
async function cut(client: Received, sub: Received, meanwhile: () => void): Promise<Received> {
  const lost = next(sub, 'subscribing')
  client._transport._transport.terminate()
  await lost
  await eventually(() => app.realtime.stats().sockets === 0)
  meanwhile()
  return next(sub, 'subscribed')
}

// Shows: fault 7
test('publications missed during a disconnection arrive once, in order', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub, received, context } = await subscribed(client, channel)
  expect(context).toMatchObject({ recoverable: true, wasRecovering: false, recovered: false })
  app.realtime.publish(channel, publication(1))
  await eventually(() => received.length === 1)
  const back = await cut(client, sub, () =>
    [2, 3, 4].forEach((version) => app.realtime.publish(channel, publication(version))),
  )
  expect(back).toMatchObject({ wasRecovering: true, recovered: true, hasRecoveredPublications: true })
  app.realtime.publish(channel, publication(5))
  await eventually(() => received.length === 5)
  expect(received).toEqual([1, 2, 3, 4, 5].map(publication))
})

test('a disconnection without publications is recovered', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub, received } = await subscribed(client, channel)
  const back = await cut(client, sub, () => {})
  expect(back).toMatchObject({ wasRecovering: true, recovered: true, hasRecoveredPublications: false })
  expect(received).toEqual([])
})

test('the first publication of a channel, missed during a disconnection, is recovered', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub, received } = await subscribed(client, channel)
  await cut(client, sub, () => app.realtime.publish(channel, publication(1)))
  await eventually(() => received.length === 1)
})

test('more missed than stored: recovered false instead of partial data, and a position for the next recovery', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub, received } = await subscribed(client, channel)
  const back = await cut(client, sub, () =>
    [1, 2, 3, 4].forEach((version) => app.realtime.publish(channel, publication(version))),
  )
  expect(back).toMatchObject({ wasRecovering: true, recovered: false })
  expect(received).toEqual([])
  const again = await cut(client, sub, () => app.realtime.publish(channel, publication(5)))
  expect(again).toMatchObject({ recovered: true })
  await eventually(() => received.length === 1)
  expect(received).toEqual([publication(5)])
})

test('a history above the size limit is not stored: recovered false', async () => {
  await app.close()
  app = await openRealtimeServer({ historyBytes: 500 })
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub, received } = await subscribed(client, channel)
  const big: Received = { ...publication(1), payload: 'x'.repeat(300) }
  expect(await cut(client, sub, () => app.realtime.publish(channel, big))).toMatchObject({ recovered: true })
  expect(await cut(client, sub, () => [1, 2].forEach(() => app.realtime.publish(channel, big)))).toMatchObject({
    recovered: false,
  })
  expect(received).toHaveLength(1)
})

test('memory is released when all clients have been gone long enough', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  await subscribed(client, channel)
  client.disconnect()
  await eventually(() => app.realtime.stats().sockets === 0)
  expect(app.realtime.stats().channels).toBe(1)
  app.pass(5 * 60_000)
  expect(app.realtime.stats().channels).toBe(0)
})

test('absent for longer than the history is stored: recovered false', async () => {
  const client = app.client({ token: app.token(ada) })
  await connected(client)
  const { sub } = await subscribed(client, channel)
  const back = await cut(client, sub, () => {
    app.pass(5 * 60_000)
    app.realtime.publish(channel, publication(1))
  })
  expect(back).toMatchObject({ wasRecovering: true, recovered: false })
})

test('a position of another server, of the future or without an epoch is never recovered', async () => {
  const raw = await rawPlayer(app)
  raw.send({ id: 2, subscribe: { channel } })
  const { subscribe } = await raw.receive()
  app.realtime.publish(channel, publication(1))
  expect(await raw.receive()).toEqual({ push: { channel, pub: { data: publication(1), offset: 1 } } })
  const positions = [{ epoch: 'elsewhere', offset: 0 }, { epoch: subscribe.epoch, offset: 2 }, { offset: 1 }, {}]
  for (const [index, position] of positions.entries()) {
    const id = 10 + index * 2
    raw.send({ id, unsubscribe: { channel } }, { id: id + 1, subscribe: { channel, recover: true, ...position } })
    expect(await raw.receive()).toEqual({ id, unsubscribe: {} })
    expect(await raw.receive()).toEqual({
      id: id + 1,
      subscribe: {
        recoverable: true,
        positioned: true,
        epoch: subscribe.epoch,
        offset: 1,
        was_recovering: true,
        recovered: false,
      },
    })
  }
  raw.socket.close()
})

test('a channel without history reports that nothing could be recovered', async () => {
  const raw = await rawPlayer(app)
  raw.send({ id: 2, subscribe: { channel: 'global:online', recover: true, epoch: 'x', offset: 3 } })
  expect(await raw.receive()).toEqual({ id: 2, subscribe: { was_recovering: true } })
  raw.socket.close()
})
