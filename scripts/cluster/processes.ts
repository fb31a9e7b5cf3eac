/** Processes that end by themselves, and nodes that are looked at once. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const root = new URL('../..', import.meta.url).pathname

type Environment = Record<string, string>
type Options = { env: Environment; user?: { uid: number; gid: number } | undefined }

/** Resolves to what it prints. Throws that if it fails, or does not end within two minutes. */
export async function run(command: string, args: string[], options: Options): Promise<string> {
  const { output, code } = await observe(command, args, { ...options, isEnough: () => false })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output.slice(-500)}`)
  return output
}

/** Runs a node until it ends, until `isEnough`, or for two minutes; `code` is null if it had to be ended. */
export const startNode = (settings: Environment, isEnough: () => Promise<boolean> | boolean) =>
  observe(process.execPath, ['scripts/start.mjs'], { env: settings, isEnough })

async function observe(
  command: string,
  args: string[],
  { env, user, isEnough }: Options & { isEnough: () => Promise<boolean> | boolean },
): Promise<{ output: string; code: number | null }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (output += String(data)))
  let code: number | null | undefined
  const ended = new Promise<void>((resolve) => child.once('exit', (status) => resolve(void (code = status))))
  for (const deadline = Date.now() + 120_000; code === undefined && Date.now() < deadline; await sleep(300))
    if (await isEnough()) break
  if (code !== undefined) return { output, code }
  child.kill('SIGKILL')
  await ended
  return { output, code: null }
}
