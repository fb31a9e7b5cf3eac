/**
 * The adaptive batch queue. A free writer takes whatever waits: one movement while few are in flight, hundreds
 * under load. Movements of one wallet stay in order and never travel with two writers at once; nor does an
 * idempotency key or a round, which no batch holds twice either.
 */
import type { Item } from './prepare.ts'
import type { Outcome, Settled } from './post.ts'

export type Queue = { add(item: Item): Promise<Outcome>; close(): Promise<void> }
export type QueueOptions = { writers: number; maxBatch: number; /** Never rejects. */ post(batch: Item[]): Promise<Settled[]> }

type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }
/** Everything that waits for one wallet, in order of arrival. */
type Lane = { name: string; waiting: Waiting[]; isTravelling: boolean }

export function createQueue({ writers, maxBatch, post }: QueueOptions): Queue {
  const lanes = new Map<string, Lane>()
  let ready: Lane[] = []
  const busy = new Set<string>()
  let free = writers
  let isScheduled = false
  let onIdle: (() => void) | null = null

  function add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const name = item.wallet ? item.wallet.cash : item.exclusive[0]!
      let lane = lanes.get(name)
      if (!lane) lanes.set(name, (lane = { name, waiting: [], isTravelling: false }))
      lane.waiting.push({ item, resolve, reject })
      if (lane.waiting.length === 1 && !lane.isTravelling) ready.push(lane)
      schedule()
    })
  }

  /** Once the current turn of the event loop has handed in all it has. */
  function schedule(): void {
    if (isScheduled || free === 0 || ready.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (free > 0 && ready.length > 0) {
        const batch = gather()
        if (batch.length === 0) return
        void send(batch)
      }
    })
  }

  function gather(): Waiting[] {
    const batch: Waiting[] = []
    const later: Lane[] = []
    let at = 0
    for (; at < ready.length && batch.length < maxBatch; at++) {
      const lane = ready[at]!
      const taken = takeFrom(lane, maxBatch - batch.length)
      if (taken.length === 0) later.push(lane)
      else lane.isTravelling = true
      for (const waiting of taken) batch.push(waiting)
    }
    ready = at < ready.length ? ready.slice(at).concat(later) : later
    return batch
  }

  function takeFrom(lane: Lane, room: number): Waiting[] {
    let count = 0
    for (; count < room && count < lane.waiting.length; count++) {
      const { exclusive } = lane.waiting[count]!.item
      if (exclusive.some((name) => busy.has(name))) break
      for (const name of exclusive) busy.add(name)
    }
    if (count === lane.waiting.length) return lane.waiting.splice(0)
    return lane.waiting.splice(0, count)
  }

  async function send(batch: Waiting[]): Promise<void> {
    free--
    const settled = await post(batch.map(({ item }) => item))
    batch.forEach(({ resolve, reject }, index) => {
      const each = settled[index]!
      if ('outcome' in each) resolve(each.outcome)
      else reject(each.error)
    })
    free++
    release(batch)
    schedule()
    if (onIdle && lanes.size === 0) onIdle()
  }

  function release(batch: Waiting[]): void {
    for (const { item } of batch) {
      for (const name of item.exclusive) busy.delete(name)
      const lane = lanes.get(item.wallet ? item.wallet.cash : item.exclusive[0]!)
      if (!lane?.isTravelling) continue
      lane.isTravelling = false
      if (lane.waiting.length > 0) ready.push(lane)
      else lanes.delete(lane.name)
    }
  }

  return { add, close: () => (lanes.size === 0 ? Promise.resolve() : new Promise((resolve) => { onIdle = resolve })) }
}
