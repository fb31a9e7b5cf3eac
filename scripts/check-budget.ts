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
type Row = { name: string; bytes: number; limit: number }

const folder = join(import.meta.dirname, '../dist/web')
const deskFolder = join(import.meta.dirname, '../dist/desk')
const kB = 1000
const lobbyRoute = 'web/routes/index.tsx'
const modalKey = /^web\/modals\/(?!modal-|use-modal)[^/]+\.tsx$/
const limits = {
  /** 95 kB, of which 3 kB stay free for later changes. */
  lobbyScripts: (95 - 3) * kB,
  ownScripts: 12 * kB,
  modalScripts: 80 * kB,
  pageStyles: 12 * kB,
  /**
   * The styles of the static pages for sign-in and registration, used before scripts have loaded on slow connections.
   */
  entranceStyles: 5 * kB,
  /**
   * A server sends 14.6 kB before the first acknowledgement. Response headers take 0.8 kB of it, so the end of the
   * document, the live bets and the footer, comes one round trip after the hero and the tiles.
   */
  firstFlush: 14.2 * kB,
  fonts: 35 * kB,
  chat: 12 * kB,
  /** What the sports page with the sportsbook's client loads beyond the lobby's scripts. */
  sports: 60 * kB,
  /** The scripts of the desk's first page. */
  desk: 150 * kB,
}

await buildIfStale()
const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const rows = [
  ...(await pageRows()),
  ...(await modalRows()),
  ...(await chatRows()),
  await sportsRow(),
  await deskRow(),
  ...(await fontRows()),
  await flushRow(),
]
const exceeded = rows.filter(({ bytes, limit }) => bytes > limit)
const visible = rows.filter(({ name }) => !name.includes(': own') || exceeded.some((row) => row.name === name))
console.table(
  visible.map(({ name, bytes, limit }) => ({
    name,
    kB: (bytes / kB).toFixed(1),
    limit: (limit / kB).toFixed(1),
    met: bytes <= limit,
  })),
)
if (exceeded.length > 0) {
  console.error(`Over budget: ${exceeded.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}

/**
 * Rows for all scripts of the lobby; for every other route its own scripts, and for the heaviest also those shared
 * between pages, such as the forms; and for the styles that each page inlines.
 */
async function pageRows(): Promise<Row[]> {
  const assets = await readAssets(folder)
  const routes = Object.keys(manifest).filter((key) => /^web\/routes\/.*\.tsx$/.test(key))
  const lobby = reachable(['web/entry-client.tsx', lobbyRoute])
  const heaviestStyles = Math.max(
    ...routes.map((key) =>
      compressed(
        assets([key.slice('web/'.length)])
          .styles.map(({ text }) => text)
          .join(''),
      ),
    ),
  )
  const chunksBeyondLobby = routes.map((key) => {
    const needed = key === lobbyRoute ? [key] : [key, 'web/route-chunks.ts']
    return [...reachable(needed)].filter((chunk) => !lobby.has(chunk))
  })
  const modals = Object.keys(manifest)
    .filter((key) => modalKey.test(key))
    .map((key) => [...reachable([key])])
  const users = Map.groupBy([...chunksBeyondLobby, ...modals].flat(), (chunk) => chunk)
  const ownScripts = await Promise.all(
    routes.map(async (key, index) => ({
      name: `${key}: own scripts`,
      bytes: await total(chunksBeyondLobby[index]!.filter((chunk) => users.get(chunk)!.length === 1)),
      limit: limits.ownScripts,
    })),
  )
  const heaviestScripts = Math.max(...(await Promise.all(chunksBeyondLobby.map(total))))
  return [
    { name: 'guest lobby: all scripts', bytes: await total([...lobby]), limit: limits.lobbyScripts },
    { name: 'heaviest page: scripts beyond the lobby', bytes: heaviestScripts, limit: limits.modalScripts },
    { name: 'heaviest page: styles', bytes: heaviestStyles, limit: limits.pageStyles },
    {
      name: 'sign-in without scripts: styles',
      bytes: compressed(await readFile(join(folder, '../entrance/style.css'))),
      limit: limits.entranceStyles,
    },
    ...ownScripts,
  ]
}

/** The row for the heaviest modal, with every script that a page does not have already. */
async function modalRows(): Promise<Row[]> {
  const page = reachable(['web/entry-client.tsx'])
  const modals = Object.keys(manifest).filter((key) => modalKey.test(key))
  const sizes = await Promise.all(
    modals.map((key) => total([...reachable([key, 'web/modals/modal-stack.tsx'])].filter((chunk) => !page.has(chunk)))),
  )
  return [{ name: 'heaviest modal: scripts', bytes: Math.max(0, ...sizes), limit: limits.modalScripts }]
}

/** The support chat must load only with its first use, so no other chunk may import it. */
async function chatRows(): Promise<Row[]> {
  const isChat = (key: string) => key.startsWith('web/features/chat/')
  const chat = Object.keys(manifest).filter(isChat)
  if (chat.length === 0) throw new Error('the support chat has no chunk of its own')
  const others = reachable(Object.keys(manifest).filter((key) => !isChat(key)))
  return [
    { name: 'support chat: before its first use', bytes: await total([...others].filter(isChat)), limit: 0 },
    {
      name: 'support chat: its scripts',
      bytes: await total([...reachable(chat)].filter((key) => !others.has(key))),
      limit: limits.chat,
    },
  ]
}

/** The row for what the sports page loads beyond the lobby, including the client of the sandbox's sportsbook. */
async function sportsRow(): Promise<Row> {
  const lobby = reachable(['web/entry-client.tsx', lobbyRoute])
  const page = [...reachable(['web/routes/betting.tsx', 'web/route-chunks.ts'])].filter((chunk) => !lobby.has(chunk))
  const client = await readFile(join(folder, '../sportsbook/client.js'))
  return {
    name: 'sports: scripts beyond the lobby, with its client',
    bytes: (await total(page)) + compressed(client),
    limit: limits.sports,
  }
}

/** The row for what the desk loads before its first page is shown to whoever has signed in. */
async function deskRow(): Promise<Row> {
  const chunks = JSON.parse(await readFile(join(deskFolder, '.vite/manifest.json'), 'utf8')) as typeof manifest
  const page = reachable(['index.html', 'home.tsx'], chunks)
  if (!page.has('home.tsx')) throw new Error('the first page of the desk has no chunk of its own')
  const sizes = await Promise.all(
    [...page].map(async (key) => compressed(await readFile(join(deskFolder, chunks[key]!.file)))),
  )
  return {
    name: 'desk: scripts of its first page',
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    limit: limits.desk,
  }
}

async function fontRows(): Promise<Row[]> {
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  const sizes = await Promise.all(fonts.map(async ({ file }) => (await stat(join(folder, file))).size))
  return [{ name: 'fonts', bytes: sizes.reduce((sum, size) => sum + size, 0), limit: limits.fonts }]
}

/** The first flush: the document up to the data for hydration, which is sent in a second one. */
async function flushRow(): Promise<Row> {
  const site = await startSite({ env: { NODE_ENV: 'development' } })
  try {
    const html = await fetch(site.url, { headers: { 'accept-encoding': 'identity' } }).then((answer) => answer.text())
    return {
      name: 'guest lobby: first flush',
      bytes: compressed(html.slice(0, html.indexOf('<script type="application/json"'))),
      limit: limits.firstFlush,
    }
  } finally {
    await site.stop()
  }
}

function reachable(keys: string[], chunks = manifest): Set<string> {
  const reached = new Set<string>()
  const visit = (key: string) => {
    if (reached.has(key) || !chunks[key]) return
    reached.add(key)
    for (const next of chunks[key].imports ?? []) visit(next)
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
