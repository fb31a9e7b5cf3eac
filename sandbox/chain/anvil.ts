/** Runs anvil, a local EVM chain in one process. It ends together with the process that started it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A publicly known test mnemonic. */
export const devMnemonic = 'test test test test test test test test test test test junk'
export const devChainId = 31_337

export type Anvil = { url: string; pid: number; close(): Promise<void> }
export type AnvilOptions = {
  /** File that stores the chain between runs; null discards it. */
  statePath: string | null
  /** Mines blocks only on request. */
  isManual?: boolean
}

/** The binary of the npm package, otherwise one on the PATH; null if there is none. */
export function anvilPath(): string | null {
  const packaged = join(import.meta.dirname, '../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(packaged)) return packaged
  return (
    (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'anvil'))
      .find((path) => existsSync(path)) ?? null
  )
}

export const anvilMissing =
  'There is no anvil here: it comes with npm on Linux x64 only; elsewhere install Foundry and have anvil on the PATH.'

/**
 * An intermediate shell reads from a pipe of this process. When the pipe closes, even after a kill, the shell stops
 * anvil.
 */
const guard =
  '"$@" & child=$!; trap "kill $child" TERM; (read _ <&3; kill $child) & wait $child; wait $child 2>/dev/null; exit 0'

export async function startAnvil({ statePath, isManual = false }: AnvilOptions): Promise<Anvil> {
  const path = anvilPath()
  if (!path) throw new Error(anvilMissing)
  if (statePath) mkdirSync(dirname(statePath), { recursive: true })
  const parameters = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--chain-id',
    String(devChainId),
    '--mnemonic',
    devMnemonic,
    '--accounts',
    '2',
    '--balance',
    '1000000',
    '--order',
    'fifo',
    '--color',
    'never',
    ...(isManual ? ['--no-mining'] : []),
    ...(statePath ? ['--state', statePath, '--state-interval', '10'] : []),
  ]
  const child = spawn('sh', ['-c', guard, 'sh', path, ...parameters], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    void ended.then(() => reject(new Error(`anvil exited at once: ${output.slice(-300)}`)))
    child.stdout!.on('data', (chunk) => {
      if (output.length < 20_000) output += chunk
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
  })
  return {
    url,
    pid: child.pid!,
    async close() {
      child.stdio[3]!.destroy()
      await ended
    },
  }
}
