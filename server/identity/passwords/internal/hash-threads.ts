/** A small pool of hashing threads; while all are busy, calls wait, verifications before new passwords. */
import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashDone, HashJob } from './hash-worker.ts'

type Thread = {
  worker: Worker
  job: { id: number; resolve: (hash: Buffer) => void; reject: (error: Error) => void } | null
}

/** One core is reserved for all other requests. */
const maxThreads = Math.max(1, Math.min(3, availableParallelism() - 1))
const idle: Thread[] = []
let threads = 0
let lastId = 0
/** Sign-ins have priority: a flood of registrations delays only registrations. */
const queues = { check: [], create: [] } as Record<HashPurpose, Array<(thread: Thread) => void>>

/** `check`: verifies a password. `create`: hashes a new one. */
export type HashPurpose = 'check' | 'create'
/** The hash function that a task receives; it may be called any number of times. */
export type Hash = (parameters: Argon2Parameters) => Promise<Buffer>

/** Runs `work` once a thread is free. */
export async function inTurn<T>(purpose: HashPurpose, work: (hash: Hash) => Promise<T>): Promise<T> {
  const thread = await takeThread(purpose)
  try {
    return await work((parameters) => run(thread, parameters))
  } finally {
    release(thread)
  }
}

function takeThread(purpose: HashPurpose): Thread | Promise<Thread> {
  const free = idle.pop()
  if (free) return free
  if (threads < maxThreads) return start()
  return new Promise((resolve) => queues[purpose].push(resolve))
}

function release(thread: Thread): void {
  const usable = hasEnded(thread) ? start() : thread
  const next = queues.check.shift() ?? queues.create.shift()
  if (next) next(usable)
  else idle.push(usable)
}

function hasEnded({ worker }: Thread): boolean {
  return worker.threadId < 0
}

function run(thread: Thread, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (hasEnded(thread)) return reject(new Error('The hashing thread has ended'))
    const id = ++lastId
    thread.job = { id, resolve, reject }
    // The process may exit while a thread is idle, but not while it is working.
    thread.worker.ref()
    thread.worker.postMessage({ id, parameters } satisfies HashJob)
  })
}

function start(): Thread {
  threads++
  const thread: Thread = { worker: new Worker(new URL('./hash-worker.ts', import.meta.url)), job: null }
  const end = (settle: (job: NonNullable<Thread['job']>) => void) => {
    thread.worker.unref()
    const { job } = thread
    thread.job = null
    if (job) settle(job)
  }
  thread.worker.on('message', (done: HashDone) =>
    end(({ resolve, reject }) => ('hash' in done ? resolve(Buffer.from(done.hash)) : reject(new Error(done.fault)))),
  )
  thread.worker.on('error', (error) => end(({ reject }) => reject(error as Error)))
  thread.worker.on('exit', (code) => {
    threads--
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    end(({ reject }) => reject(new Error(`The hashing thread exited with ${code}`)))
  })
  thread.worker.unref()
  return thread
}
