/** A process that answers a sportsbook's calls until it is killed. Its argument is the URL of a database. */
import { fork } from 'node:child_process'
import { connect } from '#server/kernel/db/connect.ts'
import type { TestAnswer } from './app.ts'
import { sportsSite } from './sportsbook.ts'

type CallMessage = { id: number; name: string; body: object }
type Message = { started: true } | { id: number; answer: TestAnswer }

export type SportsWorker = {
  /** Rejects if the process is killed before it answers. */
  call(name: string, body: object): Promise<TestAnswer>
  kill(): Promise<void>
}

export async function startSportsWorker(url: string): Promise<SportsWorker> {
  const child = fork(import.meta.filename, [url])
  const waiting = new Map<number, { resolve(answer: TestAnswer): void; reject(error: Error): void }>()
  let last = 0
  const gone = () => {
    for (const { reject } of waiting.values()) reject(new Error('the process was killed'))
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('a process of the storm ended by itself')))
    child.on('message', (message: Message) => {
      if ('started' in message) return resolve()
      waiting.get(message.id)?.resolve(message.answer)
      waiting.delete(message.id)
    })
  })
  child.removeAllListeners('exit').once('exit', gone)
  return {
    call: (name, body) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        if (child.exitCode !== null || child.killed) return gone()
        child.send({ id, name, body } satisfies CallMessage, (error) => error && gone())
      }),
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

async function answer(url: string): Promise<void> {
  const log = { info() {}, debug() {}, warn() {}, error() {} }
  const db = await connect({ url, log, poolSize: 6 })
  const site = await sportsSite({ db: { ...db, url, asOwner: () => Promise.reject(new Error('only its parent')) } })
  // A parent that ends meanwhile causes an error of the channel and the event below.
  const send = (message: Message) => process.send!(message, undefined, undefined, () => {})
  process.on('message', ({ id, name, body }: CallMessage) => {
    const lost: TestAnswer = { status: 500, body: {}, headers: {} }
    void site.call(name, body).then(
      (answer) => send({ id, answer }),
      () => send({ id, answer: lost }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  send({ started: true })
}

if (process.argv[1] === import.meta.filename) await answer(process.argv[2]!)
