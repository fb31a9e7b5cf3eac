/** A process that is started again when it ends, as systemd does on a machine of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'

export type Supervised = {
  name: string
  logFile: string
  /** Of the running process; null between two. */
  pid(): number | null
  /** Resolves once it has ended; it is not started again. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** In `folder`, by default the former one. */
  start(folder?: string): void
}

type Command = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  logFile: string
  /** The process gets the ids of this user. */
  user?: { uid: number; gid: number } | undefined
}

const restartAfterMs = 1_000

export function supervise({ name, command, args, env = {}, cwd, logFile, user }: Command): Supervised {
  const log = createWriteStream(logFile, { flags: 'a' })
  let child: ChildProcess | null = null
  let isStopped = true
  let folder = cwd

  function start(inFolder = folder): void {
    if (!isStopped) return
    folder = inFolder
    isStopped = false
    launch()
  }
  function launch(): void {
    const started = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH!, HOME: process.env.HOME, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    })
    child = started
    started.stdout.pipe(log, { end: false })
    started.stderr.pipe(log, { end: false })
    started.on('error', (error) => log.write(`${error.message}\n`))
    started.on('exit', (code, signal) => {
      child = null
      log.write(`${new Date().toISOString()} ${name} ended: ${signal ?? code}\n`)
      setTimeout(() => {
        if (!isStopped && child === null) launch()
      }, restartAfterMs)
    })
  }
  return {
    name,
    logFile,
    pid: () => child?.pid ?? null,
    start,
    async stop(signal) {
      isStopped = true
      const running = child
      if (!running) return
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.kill(signal)
      const late = setTimeout(() => running.kill('SIGKILL'), 45_000)
      await ended
      clearTimeout(late)
    },
  }
}
