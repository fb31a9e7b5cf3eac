/**
 * CPU time of one guest lobby: the complete product, compared with a bare `node:http` server that only renders the
 * same React tree with renderToString. Both are separate processes, measured in turns.
 */
import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { join } from 'node:path'
import { buildIfStale } from '#scripts/build.ts'
import { startSite } from '#tests/setup/site.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { compileLabels } from '#server/http/page/labels.ts'
import type * as Entry from '#web/entry-server.tsx'
import type { Visitor } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'

const limit = 1.3
/**
 * Both sides are warmed up until their code is fully compiled, then measured in many short turns, so that a disturbance
 * affects few of them.
 */
const [warmUp, pages, turns, inFlight] = [3000, 200, 15, 4]

if (process.argv[2] === 'bare') await serveBare(process.argv[3]!)
else await measure()

async function serveBare(siteUrl: string): Promise<void> {
  const entry = (await import(join(import.meta.dirname, '../dist/server/entry.js'))) as typeof Entry
  const read = async (path: string) => (await fetch(siteUrl + path)).json()
  const visitor = {
    locale: 'en',
    isMobile: false,
    isSignedIn: false,
    init: await read('/api/player/init'),
    locales: await read('/api/settings/locales'),
  } as Visitor
  const prepared = await entry.preparePage({
    url: '/',
    origin: siteUrl,
    visitor,
    labels: compileLabels(loadContent()),
    read: () => (route, request) => read(address(route, request as never)),
  })
  if (prepared.kind !== 'ready') throw new Error('the lobby redirected')
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><head><title>Fairhouse</title></head><body><div id="root">${entry.renderToString(prepared.tree)}</div></body></html>`,
    )
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
}

function address(
  route: string,
  request?: { params?: Record<string, string>; query?: Record<string, unknown> },
): string {
  const path = route
    .slice('GET '.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request?.params?.[name] ?? ''))
  const query = new URLSearchParams(
    Object.entries(request?.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((each) => [Array.isArray(value) ? `${name}[]` : name, String(each)]),
    ),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

async function measure(): Promise<void> {
  await buildIfStale()
  const site = await startSite({
    env: { NODE_ENV: 'production', SEED: 'false', SANDBOX: 'false', DEFAULT_COUNTRY: 'IE' },
  })
  const bare = fork(import.meta.filename, ['bare', site.url], { env: { ...process.env, NODE_ENV: 'production' } })
  try {
    const port = await new Promise<number>((resolve, reject) =>
      bare
        .once('message', (message) => resolve(message as number))
        .once('exit', () => reject(new Error('the bare server exited'))),
    )
    let sequence = 0
    const subjects = [
      { name: 'bare renderToString', pid: bare.pid!, url: () => `http://127.0.0.1:${port}/` },
      // `sign-in` is a query key that pages read, so each value makes a page that is not in the cache.
      { name: 'Fairhouse, not cached', pid: site.child.pid!, url: () => `${site.url}/?sign-in=${sequence++}` },
      { name: 'Fairhouse, cached', pid: site.child.pid!, url: () => `${site.url}/` },
      { name: 'Fairhouse, cached, in Brotli', pid: site.child.pid!, url: () => `${site.url}/`, encoding: 'br' },
    ]
    const costs = subjects.map(() => [] as number[])
    for (const { url, encoding } of subjects) await ask(url, warmUp, encoding)
    for (let turn = 0; turn < turns; turn++) {
      for (const [index, subject] of subjects.entries()) costs[index]!.push(await cost(subject))
    }
    print(
      subjects.map(({ name }, index) => ({
        name,
        ms: costs[index]!.toSorted((a, b) => a - b)[Math.floor(turns / 2)]!,
      })),
    )
  } finally {
    bare.kill()
    await site.stop()
  }
}

type Subject = { pid: number; url: () => string; encoding?: string }

async function cost({ pid, url, encoding }: Subject): Promise<number> {
  const before = cpuMs(pid)
  await ask(url, pages, encoding)
  return (cpuMs(pid) - before) / pages
}

/** CPU time of all threads of a process so far; the kernel counts it in nanoseconds. */
function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )
}

async function ask(url: () => string, count: number, encoding = 'identity'): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
  let remaining = count
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (remaining-- > 0) await fetchOnce(url(), agent, encoding)
    }),
  )
  agent.destroy()
}

function fetchOnce(url: string, agent: Agent, encoding: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      if (response.statusCode !== HttpStatus.ok) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

function print(rows: Array<{ name: string; ms: number }>): void {
  const floor = rows[0]!.ms
  console.table(
    rows.map(({ name, ms }) => ({
      page: name,
      'CPU ms a page': Number(ms.toFixed(2)),
      ratio: Number((ms / floor).toFixed(2)),
      limit: name.startsWith('bare') ? '' : `<= ${limit}`,
    })),
  )
  if (rows[2]!.ms / floor > limit) process.exitCode = 1
}
