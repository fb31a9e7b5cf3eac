/**
 * Fails if a page exceeds its budget: scripts and styles by the build's manifest, the first flush by a rendered guest
 * lobby. Sizes are brotli at its highest level, as the files are served.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { readAssets } from '#server/http/page/manifest.ts'
import { startSite } from '#tests/setup/site.ts'
import { buildIfStale } from './build.ts'

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Row = { what: string; bytes: number; limit: number }

const folder = join(import.meta.dirname, '../dist/web')
const kB = 1000
const lobbyRoute = 'web/routes/index.tsx'
const modalKey = /^web\/modals\/[^/]+\/[^/]+\.tsx$/
const limits = {
  /** 95 kB, of which 3 stay free for what comes next. */
  lobbyScripts: (95 - 3) * kB,
  ownScripts: 12 * kB,
  modalScripts: 80 * kB,
  pageStyles: 12 * kB,
  /** Sign-in and registration before scripts, on slow connections. */
  entranceStyles: 5 * kB,
  firstFlush: 14 * kB,
  fonts: 35 * kB,
  chat: 12 * kB,
  /** Beyond the lobby's: the page of sports with the sportsbook's client. */
  sports: 60 * kB,
}

await buildIfStale()
const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const rows = [
  ...(await pageRows()),
  ...(await modalRows()),
  ...(await chatRows()),
  await sportsRow(),
  ...(await fontRows()),
  await flushRow(),
]
const over = rows.filter(({ bytes, limit }) => bytes > limit)
const shown = rows.filter(({ what }) => !what.includes(': own') || over.some((row) => row.what === what))
console.table(
  shown.map(({ what, bytes, limit }) => ({
    what,
    kB: (bytes / kB).toFixed(1),
    limit: (limit / kB).toFixed(0),
    met: bytes <= limit,
  })),
)
if (over.length > 0) {
  console.error(`Over budget: ${over.map(({ what }) => what).join(', ')}`)
  process.exitCode = 1
}

/**
 * All scripts of the lobby; for every other route its own scripts, and for the heaviest also those shared between
 * pages, such as the forms; and the styles that each page inlines.
 */
async function pageRows(): Promise<Row[]> {
  const assets = await readAssets(folder)
  const routes = Object.keys(manifest).filter((key) => /^web\/routes\/.*\.tsx$/.test(key))
  const lobby = reach(['web/entry-client.tsx', lobbyRoute])
  const heaviest = Math.max(
    ...routes.map((key) =>
      compressed(
        assets([key.slice('web/'.length)])
          .styles.map(({ text }) => text)
          .join(''),
      ),
    ),
  )
  const beyond = routes.map((key) => {
    const needed = key === lobbyRoute ? [key] : [key, 'web/route-chunks.ts']
    return [...reach(needed)].filter((chunk) => !lobby.has(chunk))
  })
  const modals = Object.keys(manifest)
    .filter((key) => modalKey.test(key))
    .map((key) => [...reach([key])])
  const times = Map.groupBy([...beyond, ...modals].flat(), (chunk) => chunk)
  const own = await Promise.all(
    routes.map(async (key, index) => ({
      what: `${key}: own scripts`,
      bytes: await total(beyond[index]!.filter((chunk) => times.get(chunk)!.length === 1)),
      limit: limits.ownScripts,
    })),
  )
  const whole = Math.max(...(await Promise.all(beyond.map(total))))
  return [
    { what: 'guest lobby: all scripts', bytes: await total([...lobby]), limit: limits.lobbyScripts },
    { what: 'heaviest page: scripts beyond the lobby', bytes: whole, limit: limits.modalScripts },
    { what: 'heaviest page: styles', bytes: heaviest, limit: limits.pageStyles },
    {
      what: 'sign-in without scripts: styles',
      bytes: compressed(await readFile(join(folder, '../entrance/style.css'))),
      limit: limits.entranceStyles,
    },
    ...own,
  ]
}

/** A modal with every script that a page does not have already. */
async function modalRows(): Promise<Row[]> {
  const page = reach(['web/entry-client.tsx'])
  const modals = Object.keys(manifest).filter((key) => modalKey.test(key))
  const sizes = await Promise.all(
    modals.map((key) => total([...reach([key, 'web/modals/modal-stack.tsx'])].filter((chunk) => !page.has(chunk)))),
  )
  return [{ what: 'heaviest modal: scripts', bytes: Math.max(0, ...sizes), limit: limits.modalScripts }]
}

/** The support chat is loaded with its first use: no chunk of anything else imports it. */
async function chatRows(): Promise<Row[]> {
  const isChat = (key: string) => key.startsWith('web/features/chat/')
  const chat = Object.keys(manifest).filter(isChat)
  if (chat.length === 0) throw new Error('the support chat has no chunk of its own')
  const others = reach(Object.keys(manifest).filter((key) => !isChat(key)))
  return [
    { what: 'support chat: before its first use', bytes: await total([...others].filter(isChat)), limit: 0 },
    {
      what: 'support chat: its scripts',
      bytes: await total([...reach(chat)].filter((key) => !others.has(key))),
      limit: limits.chat,
    },
  ]
}

/** What the page of sports loads beyond the lobby, the client of the sandbox's sportsbook included. */
async function sportsRow(): Promise<Row> {
  const lobby = reach(['web/entry-client.tsx', lobbyRoute])
  const page = [...reach(['web/routes/betting.tsx', 'web/route-chunks.ts'])].filter((chunk) => !lobby.has(chunk))
  const client = await readFile(join(folder, '../sportsbook/client.js'))
  return {
    what: 'sports: scripts beyond the lobby, with its client',
    bytes: (await total(page)) + compressed(client),
    limit: limits.sports,
  }
}

async function fontRows(): Promise<Row[]> {
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  const sizes = await Promise.all(fonts.map(async ({ file }) => (await stat(join(folder, file))).size))
  return [{ what: 'fonts', bytes: sizes.reduce((sum, size) => sum + size, 0), limit: limits.fonts }]
}

/** The first flush: the document up to the data for hydration, which is sent in a second one. */
async function flushRow(): Promise<Row> {
  const site = await startSite({ env: { NODE_ENV: 'development' } })
  try {
    const html = await fetch(site.url, { headers: { 'accept-encoding': 'identity' } }).then((answer) => answer.text())
    return {
      what: 'guest lobby: first flush',
      bytes: compressed(html.slice(0, html.indexOf('<script type="application/json"'))),
      limit: limits.firstFlush,
    }
  } finally {
    await site.stop()
  }
}

function reach(keys: string[]): Set<string> {
  const reached = new Set<string>()
  const visit = (key: string) => {
    if (reached.has(key) || !manifest[key]) return
    reached.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return reached
}

async function total(chunks: string[]): Promise<number> {
  const sizes = await Promise.all(
    chunks.map(async (key) => (await stat(join(folder, `${manifest[key]!.file}.br`))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function compressed(text: string | Buffer): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
