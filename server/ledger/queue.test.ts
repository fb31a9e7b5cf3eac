/** Which movements share a batch, observed from outside: posting is blocked until the test releases it. */
import { beforeEach, expect, test } from 'vitest'
import type { Settled } from './post.ts'
import type { Item } from './prepare.ts'
import { createQueue } from './queue.ts'

type Trip = { names: string[]; arrive(settled?: Settled[]): Promise<void> }
let trips: Trip[]
beforeEach(() => {
  trips = []
})

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const settledAs = (name: string): Settled => ({ outcome: { ok: true, value: name } }) as unknown as Settled
function queueOf(writers: number, maxBatch = 100, { fewest = 1, patienceMs = 60_000 } = {}) {
  return createQueue({
    writers,
    maxBatch,
    fewest,
    patienceMs,
    post: (batch) =>
      new Promise((resolve) => {
        const names = batch.map(({ movement }) => movement.idempotencyKey)
        trips.push({
          names,
          arrive: async (settled = names.map(settledAs)) => {
            resolve(settled)
            await turn()
          },
        })
      }),
  })
}
/** A movement of that wallet, or of none. */
function item(name: string, wallet: string | null, exclusive: string[] = []): Item {
  return {
    movement: { idempotencyKey: name },
    wallet: wallet === null ? null : { name: wallet },
    exclusive: [`key ${name}`, ...exclusive],
    transfers: [],
  } as unknown as Item
}
const underWay = () => trips.map(({ names }) => names.join(' '))

test('what comes in one turn travels together, in the order in which each wallet handed it in', async () => {
  const queue = queueOf(1)
  const answers = [
    queue.add(item('a1', 'a')),
    queue.add(item('b1', 'b')),
    queue.add(item('a2', 'a')),
    queue.add(item('house', null)),
  ]
  expect(underWay()).toEqual([])
  await turn()
  expect(underWay()).toEqual(['a1 a2 b1 house'])
  await trips[0]!.arrive()
  expect(await Promise.all(answers)).toMatchObject(['a1', 'b1', 'a2', 'house'].map((value) => ({ value })))
})

test('each is answered with its own: one that fails harms no other', async () => {
  const queue = queueOf(1)
  const answers = Promise.allSettled(['a', 'b', 'c'].map((name) => queue.add(item(name, name))))
  await turn()
  await trips[0]!.arrive([settledAs('a'), { error: new Error('only b') }, settledAs('c')])
  expect(await answers).toMatchObject([
    { status: 'fulfilled', value: { value: 'a' } },
    { status: 'rejected', reason: { message: 'only b' } },
    { status: 'fulfilled', value: { value: 'c' } },
  ])
})

test('no more batches are in flight than there are writers; the rest waits for the next free one', async () => {
  const queue = queueOf(2)
  for (let n = 1; n <= 5; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(underWay()).toEqual(['m1 m2 m3', 'm4 m5'])
  for (let n = 6; n <= 8; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(trips).toHaveLength(2)
  await trips[1]!.arrive()
  expect(underWay().slice(2)).toEqual(['m6 m7 m8'])
  await trips[0]!.arrive()
  expect(trips).toHaveLength(3)
})

test('two writers share what waits evenly', async () => {
  const queue = queueOf(2)
  for (let n = 1; n <= 4; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(underWay()).toEqual(['m1 m2', 'm3 m4'])
  for (const trip of trips) await trip.arrive()
  for (let n = 5; n <= 6; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(underWay().slice(2)).toEqual(['m5', 'm6'])
})

test('few movements travel together, and wait for the batch in flight rather than take another writer', async () => {
  const queue = queueOf(2, 100, { fewest: 4 })
  for (let n = 1; n <= 3; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(underWay()).toEqual(['m1 m2 m3'])
  for (let n = 4; n <= 6; n++) void queue.add(item(`m${n}`, `w${n}`))
  await turn()
  expect(trips).toHaveLength(1)
  void queue.add(item('m7', 'w7'))
  await turn()
  expect(underWay().slice(1)).toEqual(['m4 m5 m6 m7'])
  void queue.add(item('m8', 'w8'))
  await turn()
  expect(trips).toHaveLength(2)
  await trips[1]!.arrive()
  expect(trips).toHaveLength(2)
  await trips[0]!.arrive()
  expect(underWay().slice(2)).toEqual(['m8'])
})

test('movements do not wait long for a batch that does not end', async () => {
  const queue = queueOf(2, 100, { fewest: 4, patienceMs: 20 })
  void queue.add(item('stuck', 'a'))
  await turn()
  const answer = queue.add(item('m1', 'b'))
  await turn()
  expect(underWay()).toEqual(['stuck'])
  await expect.poll(() => trips.length).toBe(2)
  await trips[1]!.arrive()
  expect(await answer).toMatchObject({ value: 'm1' })
  expect(underWay()).toEqual(['stuck', 'm1'])
})

test('a batch is never larger than allowed, and a wallet that has more waits for its own', async () => {
  const queue = queueOf(1, 3)
  for (let n = 1; n <= 4; n++) void queue.add(item(`a${n}`, 'a'))
  void queue.add(item('b1', 'b'))
  await turn()
  expect(underWay()).toEqual(['a1 a2 a3'])
  await trips[0]!.arrive()
  expect(underWay().slice(1)).toEqual(['b1 a4'])
})

test('what is left of a batch is shared by the wallets that come after', async () => {
  const queue = queueOf(1, 3)
  for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) void queue.add(item(name, name[0]!))
  await turn()
  expect(underWay()).toEqual(['a1 a2 b1'])
  await trips[0]!.arrive()
  expect(underWay().slice(1)).toEqual(['b2 b3'])
})

test('a wallet never travels with two writers', async () => {
  const queue = queueOf(2)
  void queue.add(item('a1', 'a'))
  await turn()
  void queue.add(item('a2', 'a'))
  void queue.add(item('b1', 'b'))
  await turn()
  expect(underWay()).toEqual(['a1', 'b1'])
  await trips[0]!.arrive()
  expect(underWay().slice(2)).toEqual(['a2'])
})

test('nor does a key or a round: what names one that is under way waits, and everything after it in its wallet', async () => {
  const queue = queueOf(3)
  void queue.add(item('a1', 'a', ['round 1']))
  await turn()
  void queue.add(item('b1', 'b', ['round 1']))
  void queue.add(item('b2', 'b'))
  void queue.add(item('c1', 'c', ['round 2']))
  await turn()
  expect(underWay()).toEqual(['a1', 'c1'])
  await trips[0]!.arrive()
  expect(underWay().slice(2)).toEqual(['b1 b2'])
})

test('two of one round of one wallet do not share a batch', async () => {
  const queue = queueOf(1)
  void queue.add(item('a1', 'a', ['round 1']))
  void queue.add(item('a2', 'a', ['round 1']))
  await turn()
  expect(underWay()).toEqual(['a1'])
  await trips[0]!.arrive()
  expect(underWay().slice(1)).toEqual(['a2'])
})

test('closing waits for all that was handed in, and for nothing else', async () => {
  await queueOf(1).close()
  const queue = queueOf(1, 1)
  void queue.add(item('a1', 'a'))
  void queue.add(item('b1', 'b'))
  let isClosed = false
  const closing = queue.close().then(() => {
    isClosed = true
  })
  await turn()
  await trips[0]!.arrive()
  expect([isClosed, underWay()]).toEqual([false, ['a1', 'b1']])
  await trips[1]!.arrive()
  await closing
})

test('a pair travels together and is answered together, also where there is room for one only', async () => {
  const queue = queueOf(1, 1)
  const pair = queue.addPair(item('bet', 'a', ['round r']), item('win', 'a', ['round r']))
  const later = queue.add(item('later', 'b'))
  await turn()
  expect(underWay()).toEqual(['bet win'])
  await trips[0]!.arrive()
  expect(await pair).toMatchObject([{ value: 'bet' }, { value: 'win' }])
  await trips[1]!.arrive()
  expect(await later).toMatchObject({ value: 'later' })
})

test('a pair waits while its round or one of its keys is under way, and lets go of them afterwards', async () => {
  const queue = queueOf(2)
  void queue.add(item('first', 'a', ['round r']))
  await turn()
  void queue.addPair(item('bet', 'b', ['round r']), item('win', 'b', ['round r']))
  await turn()
  expect(underWay()).toEqual(['first'])
  await trips[0]!.arrive()
  await trips[1]!.arrive()
  void queue.add(item('after', 'c', ['round r', 'key win']))
  await turn()
  expect(underWay()).toEqual(['first', 'bet win', 'after'])
})

test('a pair fails if either of the two fails, and no other call fails with it', async () => {
  const queue = queueOf(1)
  const answers = Promise.allSettled([
    queue.add(item('a', 'a')),
    queue.addPair(item('bet', 'b'), item('win', 'b')),
    queue.add(item('c', 'c')),
  ])
  await turn()
  await trips[0]!.arrive([settledAs('a'), settledAs('bet'), { error: new Error('the win was lost') }, settledAs('c')])
  expect(await answers).toMatchObject([
    { status: 'fulfilled', value: { value: 'a' } },
    { status: 'rejected', reason: { message: 'the win was lost' } },
    { status: 'fulfilled', value: { value: 'c' } },
  ])
})
