/**
 * The adaptive batch queue. A free writer takes whatever waits: one movement at low load, hundreds at high load.
 * Movements of one wallet stay in order and are never with two writers at once; an idempotency key or round is never
 * in flight twice.
 */
import type { Item } from './prepare.ts'
import type { Outcome, Settled } from './post.ts'
import { createSaturation } from './saturation.ts'

export type Queue = {
  add(item: Item): Promise<Outcome>
  /** The second directly after the first, in one batch; both of one wallet. */
  addPair(first: Item, second: Item): Promise<[Outcome, Outcome]>
  /** True while posting has been at its limit for about a second. */
  isSaturated(): boolean
  close(): Promise<void>
}
export type QueueOptions = {
  writers: number
  maxBatch: number
  /**
   * While a batch is in flight, fewer movements than this wait for its end instead of taking another writer: a batch
   * costs the database about as much for one movement as for ten.
   */
  fewest?: number
  /** How long they wait at most: a batch whose wallet is locked by someone else must not hold up other players. */
  patienceMs?: number
  /** Never rejects. */ post(batch: Item[]): Promise<Settled[]>
}

type Waiting = { items: Item[]; resolve: (outcomes: Outcome[]) => void; reject: (error: unknown) => void }
/** Movements that wait for one wallet, in order of arrival. */
type Lane = { name: string; waiting: Waiting[]; isTravelling: boolean }

export function createQueue({ writers, maxBatch, fewest = 32, patienceMs = 10, post }: QueueOptions): Queue {
  const lanes = new Map<string, Lane>()
  let ready: Lane[] = []
  const busy = new Set<string>()
  let free = writers
  const saturation = createSaturation()
  let waitingCount = 0
  let isScheduled = false
  let lastSentAt = 0
  let isPatient = false
  let onIdle: (() => void) | null = null

  function enqueue(items: Item[]): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      const name = laneOf(items[0]!)
      let lane = lanes.get(name)
      if (!lane) lanes.set(name, (lane = { name, waiting: [], isTravelling: false }))
      lane.waiting.push({ items, resolve, reject })
      waitingCount++
      if (lane.waiting.length === 1 && !lane.isTravelling) ready.push(lane)
      schedule()
    })
  }

  /** After the current turn of the event loop has submitted everything. */
  function schedule(): void {
    if (isScheduled || free === 0 || ready.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (free > 0 && ready.length > 0) {
        if (isWorthWaiting()) return wait()
        const batch = gather()
        if (batch.length === 0) return
        void send(batch)
      }
    })
  }

  function isWorthWaiting(): boolean {
    return free < writers && waitingCount < fewest && performance.now() - lastSentAt < patienceMs
  }

  /** For the end of a batch, which schedules the next one, or until it has taken too long. */
  function wait(): void {
    if (isPatient) return
    isPatient = true
    setTimeout(() => {
      isPatient = false
      schedule()
    }, patienceMs)
  }

  function gather(): Waiting[] {
    const batch: Waiting[] = []
    const later: Lane[] = []
    // An equal share for each free writer, if that is enough for each: one that took everything would leave the others
    // idle. A single wallet cannot be split.
    const share = ready.length === 1 ? maxBatch : Math.max(fewest, Math.ceil(waitingCount / free))
    const size = Math.min(maxBatch, share)
    let at = 0
    for (; at < ready.length && batch.length < size; at++) {
      const lane = ready[at]!
      const taken = takeFrom(lane, size - batch.length, busy)
      if (taken.length === 0) later.push(lane)
      else lane.isTravelling = true
      for (const waiting of taken) batch.push(waiting)
    }
    ready = at < ready.length ? ready.slice(at).concat(later) : later
    waitingCount -= batch.length
    return batch
  }

  async function send(batch: Waiting[]): Promise<void> {
    free--
    saturation.note(free === 0)
    lastSentAt = performance.now()
    answer(batch, await post(batch.flatMap(({ items }) => items)))
    free++
    saturation.note(false)
    release(batch)
    schedule()
    if (onIdle && lanes.size === 0) onIdle()
  }

  function release(batch: Waiting[]): void {
    for (const { items } of batch) {
      for (const { exclusive } of items) for (const name of exclusive) busy.delete(name)
      const lane = lanes.get(laneOf(items[0]!))
      if (!lane?.isTravelling) continue
      lane.isTravelling = false
      if (lane.waiting.length > 0) ready.push(lane)
      else lanes.delete(lane.name)
    }
  }

  return {
    async add(item) {
      return (await enqueue([item]))[0]!
    },
    async addPair(first, second) {
      return (await enqueue([first, second])) as [Outcome, Outcome]
    },
    isSaturated: saturation.isReached,
    close: () =>
      lanes.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            onIdle = resolve
          }),
  }
}

/** As many from the front of the queue as fit, up to the first whose key or round is in flight; marks theirs as busy. */
function takeFrom(lane: Lane, room: number, busy: Set<string>): Waiting[] {
  let count = 0
  for (; count < room && count < lane.waiting.length; count++) {
    const names = lane.waiting[count]!.items.flatMap(({ exclusive }) => exclusive)
    if (names.some((name) => busy.has(name))) break
    for (const name of names) busy.add(name)
  }
  return lane.waiting.splice(0, count)
}

function answer(batch: Waiting[], settled: Settled[]): void {
  let at = 0
  for (const { items, resolve, reject } of batch) {
    const own = settled.slice(at, (at += items.length))
    const failed = own.find((each) => 'error' in each)
    if (failed) reject(failed.error)
    else resolve(own.map((each) => (each as { outcome: Outcome }).outcome))
  }
}

function laneOf({ wallet, exclusive }: Item): string {
  return wallet ? wallet.name : exclusive[0]!
}
