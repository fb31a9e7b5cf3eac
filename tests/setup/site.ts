/** The whole product as a child process on a folder and ports of its own, the way an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'

export { freePort }

export type Site = {
  url: string
  sandboxUrl: string
  dataDir: string
  child: ChildProcess
  /** Everything the product printed so far. */
  output(): string
  /** Ends it as an operator would; resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const root = join(import.meta.dirname, '../..')

export type SiteOptions = {
  env?: Record<string, string>
  dataDir?: string
  timeoutMs?: number
  /** `dev` renders from the sources and needs no build; by default SITE_MODE, else as operators start it. */
  mode?: 'start' | 'dev'
  /** The checkout to start; by default this one. */
  folder?: string
}

export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const port = Number(options.env?.PORT ?? 0) || (await freePort())
  const sandboxPort = Number(options.env?.SANDBOX_PORT ?? 0) || (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'fairhouse-site-'))
  const mode = options.mode ?? process.env.SITE_MODE ?? 'start'
  const child = spawn(process.execPath, ['scripts/start.mjs', ...(mode === 'dev' ? ['dev'] : [])], {
    cwd: options.folder ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      VITEST: '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      SANDBOX_CHAIN: 'false',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ...options.env,
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  const url = `http://localhost:${port}`
  const site: Site = {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    child,
    output: () => printed,
    stop: async (signal = 'SIGTERM') => {
      const code = await end(child, signal)
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
  await untilReady(site, options.timeoutMs ?? 60_000)
  return site
}

async function untilReady(site: Site, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (site.child.exitCode !== null)
      throw new Error(`The product ended with ${site.child.exitCode}:\n${site.output()}`)
    const isReady = await fetch(`${site.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await end(site.child, 'SIGKILL')
  throw new Error(`The product was not ready within ${timeoutMs} ms:\n${site.output()}`)
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
    child.kill(signal)
  })
}
