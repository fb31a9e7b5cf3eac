/** Two builds of one tree: the browser's (dist/web, with a manifest) and the page renderer (dist/server/entry.js). */
import { readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compress = promisify(brotliCompress)

const anyOf = (...parts: RegExp[]) => new RegExp(parts.map(({ source }) => source).join('|'))

/** Of the shell, what guests never load, or later. */
const notOfEveryPage = [
  'player-actions|email-reminder|limit-notice|exclusion-notice|player-notices|profile-nav|user-nav|notifications',
  'popover\\.tsx|begin-live|player-live|simple-page|page-frame',
].join('|')

/** What every page loads is in one file, and what the lobby shares with other game lists in another: many small files compress badly. */
const everyPage = anyOf(
  /node_modules\/(react|react-dom|scheduler|@tanstack(?!.*infiniteQueryObserver|.*useInfinite)|regexparam)\//,
  /preload-helper|contract\/message-format/,
  /web\/render\/(?!next-page\.|load\.|head\.)/,
  /web\/api\/(?!(file-call|save-file)\.)|web\/worker\/stores|web\/device\/(?!build-watch|analytics)/,
  /web\/design\/(dotted\.|(icon|lazy-image|button|spinner|skeleton|logo|empty)\/)/,
  /web\/features\/(wallet\/running-rounds|session\/server-clock)|contract\/new-uuid/,
  /web\/design\/toast\/toast(s|-store)/,
  /web\/modals\/(modal-host|modal-state|use-modal)/,
  new RegExp(`web/shell/(?!${notOfEveryPage})`),
)
const gameLists = anyOf(
  /web\/features\/games\/(tile|grid|categories-bar|game-rail|rail|requests|percent-label|favorite-button|lobby-)/,
  /web\/features\/games\/(filters-part|structured-data)/,
  /web\/features\/bonuses\/player-bonus-request|web\/routes\/index\.module/,
)
/** Small parts that most of a player's pages and modals share: a file for each costs more in names and requests than it saves. */
const playerParts = anyOf(
  /web\/features\/wallet\/(accounts\.|equivalent\.|region\.|stored-choice)/,
  /web\/features\/games\/(open-first|favorites)/,
  /web\/features\/limits\/(use-|periods|turnover\.)/,
  /web\/features\/step-up\/(use-step-up|step-up-store)/,
  /web\/features\/payments\/(awaited|use-translation|use-invoice|cancel-invoice)/,
  /web\/live\/newest/,
)
/** One file for the first navigation. */
const nextPage = /web\/render\/(next-page|load|head)\.ts/
const groups = [
  { name: 'house', test: everyPage },
  { name: 'games', test: gameLists },
  { name: 'player', test: playerParts },
  { name: 'next-page', test: nextPage },
]

export const targets = { target: 'es2023', cssTarget: ['chrome123', 'firefox128', 'safari17.5'] }

export default defineConfig(({ isSsrBuild, command }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [react(), swapLinkedStyles(), ...(isSsrBuild || command === 'serve' ? [] : [precompress()])],
  // The renderer is React's production build whatever NODE_ENV the server runs under.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: command === 'build' ? { noExternal: true } : {},
  // The auditor loads the maths of one game at a time, in its worker too.
  worker: { format: 'es' },
  css: {
    modules: { generateScopedName: command === 'serve' ? '[name]_[local]' : shortNames() },
    transformer: 'postcss',
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    // Pages that stay open across a deployment still find the chunks of their own build.
    emptyOutDir: isSsrBuild ?? false,
    manifest: !isSsrBuild,
    ssr: isSsrBuild ?? false,
    ...targets,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: isSsrBuild ? 'web/entry-server.tsx' : 'web/entry-client.tsx',
      output: isSsrBuild ? { entryFileNames: 'entry.js' } : { codeSplitting: { groups } },
    },
  },
}))

/**
 * Class names of two letters for the sheet and a number within it, as hashes compress badly. All builds read the same
 * sheets, so server and browser agree. No `a`: content blockers hide classes such as `ad1`.
 */
export function shortNames(): (name: string, file: string) => string {
  const letters = 'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ'
  const sheets = readdirSync(join(import.meta.dirname, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort()
  const names = new Map(sheets.map((file) => [join(import.meta.dirname, 'web', file), new Map<string, string>()]))
  const order = [...names.keys()]
  return (name, file) => {
    const known = names.get(file)
    if (!known) throw new Error(`${file} is no style sheet of the site`)
    const index = order.indexOf(file)
    const sheet = letters[Math.floor(index / letters.length)]! + letters[index % letters.length]!
    if (!known.has(name)) known.set(name, sheet + known.size.toString(36))
    return known.get(name)!
  }
}

/** Development's pages link their CSS modules, and nothing imports a linked sheet: its change would reload the page, where the module beside it swaps. */
function swapLinkedStyles(): Plugin {
  return {
    name: 'fairhouse:swap-linked-styles',
    apply: 'serve',
    hotUpdate({ modules }) {
      const imported = modules.filter(({ url }) => !url.endsWith('.module.css?direct'))
      if (imported.length > 0) return imported
    },
  }
}

const leastBytes = 1500

/** Brotli at its highest level costs seconds once here and nothing per request. */
function precompress(): Plugin {
  return {
    name: 'fairhouse:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await readdir(dir!, { recursive: true, withFileTypes: true })
      await Promise.all(
        files
          .filter((file) => file.isFile() && /\.(js|css|svg|json|txt|webmanifest)$/.test(file.name))
          .map(async (file) => {
            const path = join(file.parentPath, file.name)
            const content = await readFile(path)
            // Hundreds of flags of a few hundred bytes would cost the first start seconds and save nobody anything.
            if (
              (file.name.endsWith('.svg') && content.length < leastBytes) ||
              files.some(({ name, parentPath }) => name === `${file.name}.br` && parentPath === file.parentPath)
            )
              return
            await writeFile(`${path}.br`, await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          }),
      )
    },
  }
}
