/**
 * Search and lists over 10,000 games and the in-house ones, over HTTP on a real database: searches as they are typed,
 * with mistakes, filters and sorts, in every language; and the memory of catalogue and index.
 * `node --expose-gc bench/search.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { generateGames } from '#sandbox/catalogue/generate-games.ts'
import { createApp } from '#server/app.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { routes } from '#server/play/games/routes.ts'
import { locales } from '#server/kernel/locales.ts'
import { openReference } from '#server/reference/reference.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { readSettings } from '#server/settings.ts'
import { largeStudio } from '#tests/setup/large-studio.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

const count = 10_000
const searches = Number(process.env['SEARCHES'] ?? 3_000)
const limits = { p95Ms: 30, megabytes: 64 }

const log = { info() {}, debug() {}, warn: console.warn }
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bench-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  await migrate({ url: server.url(), log })
  const db = await connect({ url: server.url(), log })
  const clock = { now: () => new Date() }
  const settings = readSettings({ NODE_ENV: 'test', RATE_LIMIT_PER_MINUTE: '0', SPORTSBOOK_HOST: 'off' })
  const gameStudios = [createInHouseStudio({ secret: 'bench' })]
  const deps = {
    settings,
    clock,
    db,
    log: pino({ level: 'silent' }),
    content: loadContent(),
    reference: await openReference(kernelDeps(db, { clock, settings })),
    partners: { gameStudios },
  } as unknown as Deps
  const app = await createApp(deps, { routes, plugins: [] })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (query: string, locale = 'en') => {
    const answer = await fetch(`${url}/api/game/${query}`, { headers: { 'x-locale': locale } })
    if (!answer.ok) throw new Error(`${query} answered ${answer.status}`)
    return (await answer.json()) as { meta: { total: number } }
  }

  await ask('games?search=ember')
  const before = usedMegabytes()
  gameStudios.push(largeStudio(count))
  const builtAt = performance.now()
  const { meta } = await ask('games?search=ember')
  const buildMs = performance.now() - builtAt
  const megabytes = usedMegabytes() - before

  const typed = [...typedSearches()]
  const times: number[] = []
  for (let n = 0; n < searches; n++) {
    const startedAt = performance.now()
    await ask(`games?search=${encodeURIComponent(typed[n % typed.length]!)}`, locales[n % locales.length]!.code)
    if (n >= searches / 10) times.push(performance.now() - startedAt)
  }
  const lists = ['games', 'games?sort=name&page=100', 'games?sort=popular&volatilities[]=high&features[]=ways', 'lobby']
  const listTimes: number[] = []
  for (let n = 0; n < searches / 5; n++) {
    const startedAt = performance.now()
    await ask(lists[n % lists.length]!)
    if (n >= searches / 50) listTimes.push(performance.now() - startedAt)
  }
  const p95 = percentile(times, 0.95)
  const isMet = p95 < limits.p95Ms && megabytes < limits.megabytes
  console.log(
    `${meta.total} games found of ${count}; ${times.length} searches: median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${percentile(times, 1).toFixed(1)} ms (target: p95 < ${limits.p95Ms} ms); lists and lobby p95 ${percentile(listTimes, 0.95).toFixed(1)} ms; built in ${buildMs.toFixed(0)} ms, ${megabytes.toFixed(0)} MB (limit ${limits.megabytes} MB): ${isMet ? 'met' : 'MISSED'}`,
  )
  await app.close()
  await db.close()
  process.exitCode = isMet ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Yields, for every 97th game, its name as it is typed letter by letter, with two letters swapped and with one left
 * out, and its studio.
 */
function* typedSearches(): Generator<string> {
  for (const { name, studio } of generateGames(count).filter((_, index) => index % 97 === 0)) {
    for (let end = 1; end <= name.length; end += 2) yield name.slice(0, end)
    const middle = Math.floor(name.length / 2)
    yield name.slice(0, middle - 1) + name[middle] + name[middle - 1] + name.slice(middle + 1)
    yield name.slice(0, middle) + name.slice(middle + 1)
    yield studio.name
  }
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}

/** The heap in use after a full collection. */
function usedMegabytes(): number {
  for (let n = 0; n < 3; n++) globalThis.gc!()
  return process.memoryUsage().heapUsed / 1024 ** 2
}
