/** A few threads for hashes, each with one at a time; whoever comes while all are busy waits, checks before new passwords. */
import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashDone, HashJob } from './hash-worker.ts'

type Thread = {
  worker: Worker
  job: { id: number; resolve: (hash: Buffer) => void; reject: (error: Error) => void } | null
}

/** One core is left to those who do not sign in. */
const most = Math.max(1, Math.min(3, availableParallelism() - 1))
const idle: Thread[] = []
let standing = 0
let lastId = 0
/** Sign-ins go first: a flood of registrations makes registrations wait, and nobody else. */
const queues = { check: [], create: [] } as Record<HashPurpose, Array<(thread: Thread) => void>>

/** `check`: a password is compared. `create`: a new one is hashed. */
export type HashPurpose = 'check' | 'create'
/** What a turn can do: hash, as often as it likes. */
export type Hash = (parameters: Argon2Parameters) => Promise<Buffer>

/** Runs `work` once a thread is free for it. */
export async function inTurn<T>(purpose: HashPurpose, work: (hash: Hash) => Promise<T>): Promise<T> {
  const thread = await takeThread(purpose)
  try {
    return await work((parameters) => run(thread, parameters))
  } finally {
    giveBack(thread)
  }
}

function takeThread(purpose: HashPurpose): Thread | Promise<Thread> {
  const free = idle.pop()
  if (free) return free
  if (standing < most) return start()
  return new Promise((resolve) => queues[purpose].push(resolve))
}

function giveBack(thread: Thread): void {
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
    if (hasEnded(thread)) return reject(new Error('The thread for hashes has ended'))
    const id = ++lastId
    thread.job = { id, resolve, reject }
    // The process may end while a thread rests, and not while it is at work.
    thread.worker.ref()
    thread.worker.postMessage({ id, parameters } satisfies HashJob)
  })
}

function start(): Thread {
  standing++
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
    standing--
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    end(({ reject }) => reject(new Error(`The thread for hashes ended with ${code}`)))
  })
  thread.worker.unref()
  return thread
}
