import { expect, test } from 'vitest'
import type { Publication } from '#contract/channels.ts'
import { Hub, subscribeReply } from './hub.ts'
import { OnlineCount } from './online.ts'
import { defaultLimits } from './options.ts'

const note = { event: 'online', payload: { count: 1 }, version: 1 } satisfies Publication<'global:online'>
const subscriber = () => {
  const frames: string[] = []
  return { frames, write: (frame: Buffer) => void frames.push(frame.toString()) }
}
function hubAt(start = 0) {
  const clock = { now: start }
  return { clock, hub: new Hub(defaultLimits, () => clock.now) }
}

test('what was published and what was delivered are counted apart: nobody may listen, or several', () => {
  const { hub } = hubAt()
  const [one, two] = [subscriber(), subscriber()]
  hub.publish('global:online', note)
  expect([hub.publications, hub.deliveries, hub.channelCount]).toEqual([1, 0, 0])
  const channel = hub.subscribe('global:online', one)
  hub.publish('global:online', note)
  hub.subscribe('global:online', two)
  hub.publish('global:online', note)
  expect([hub.publications, hub.deliveries, hub.channelCount]).toEqual([3, 3, 1])
  hub.unsubscribe(channel, one)
  hub.publish('global:online', note)
  expect([hub.publications, hub.deliveries]).toEqual([4, 4])
  expect([one.frames.length, two.frames.length]).toEqual([2, 2])
})

test('subscriptions are counted since the channel was opened, whoever left meanwhile', () => {
  const { hub } = hubAt()
  expect(hub.joins('global:online')).toBe(0)
  const one = subscriber()
  const channel = hub.subscribe('global:online', one)
  hub.unsubscribe(channel, one)
  hub.subscribe('global:online', one)
  expect(hub.joins('global:online')).toBe(2)
})

test('a channel is forgotten five minutes after its last subscriber left, and its positions never match again', () => {
  const { clock, hub } = hubAt(1_000)
  const [one, two] = [subscriber(), subscriber()]
  const left = hub.subscribe('wallet:accounts#p', one)
  const kept = hub.subscribe('messenger:notifications#p', two)
  const position = { epoch: left.epoch, offset: 0 }
  hub.publish('wallet:accounts#p', note)
  expect(subscribeReply(1, left, position)).toContain('"recovered":true')
  hub.unsubscribe(left, one)
  clock.now += defaultLimits.historyMs - 1
  hub.forgetIdle()
  expect(hub.find('wallet:accounts#p')).toBe(left)
  clock.now += 1
  hub.forgetIdle()
  expect(hub.find('wallet:accounts#p')).toBeUndefined()
  expect(hub.find('messenger:notifications#p')).toBe(kept)
  expect(hub.channelCount).toBe(1)
  expect(subscribeReply(2, hub.subscribe('wallet:accounts#p', one), position)).toContain('"recovered":false')
})

test('a subscriber who returns in time keeps the channel and what was published meanwhile', () => {
  const { clock, hub } = hubAt()
  const one = subscriber()
  const channel = hub.subscribe('wallet:accounts#p', one)
  hub.unsubscribe(channel, one)
  hub.publish('wallet:accounts#p', note)
  expect(hub.subscribe('wallet:accounts#p', one)).toBe(channel)
  clock.now += 2 * defaultLimits.historyMs
  hub.forgetIdle()
  expect(hub.find('wallet:accounts#p')).toBe(channel)
  expect(subscribeReply(1, channel, { epoch: channel.epoch, offset: 0 })).toContain('"publications":[')
})

test('the number of connected clients is published when it or its subscribers change, at most every five seconds', () => {
  const { hub } = hubAt()
  const online = new OnlineCount(hub, 5_000)
  online.publish(3, 0)
  expect(hub.publications).toBe(0)
  const one = subscriber()
  hub.subscribe('global:online', one)
  online.publish(3, 0)
  expect(one.frames[0]).toContain('"count":3')
  online.publish(4, 4_999)
  expect(one.frames).toHaveLength(1)
  online.publish(4, 5_000)
  online.publish(4, 60_000)
  expect(one.frames).toHaveLength(2)
  hub.subscribe('global:online', subscriber())
  online.publish(4, 60_000)
  expect(one.frames).toHaveLength(3)
})
