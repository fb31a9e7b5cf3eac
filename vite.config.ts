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
  /node_modules\/(react|react-dom|scheduler|@tanstack(?!.*infiniteQuery|.*useInfinite)|regexparam)\//,
  /preload-helper|contract\/message-format/,
  /web\/render\/(?!next-page\.|load\.|head\.)/,
  /web\/api\/|web\/worker\/stores|web\/device\/(?!build-watch|analytics)/,
  /web\/design\/(icon|lazy-image|button|spinner|skeleton|logo|empty)\//,
  /web\/design\/toast\/toast(s|-store)/,
  /web\/modals\/(modal-host|modal-state|use-modal)/,
  new RegExp(`web/shell/(?!${notOfEveryPage})`),
)
const gameLists = anyOf(
  /web\/features\/games\/(tile|grid|categories-bar|game-rail|rail|search-box|requests|figures|favorite-button|lobby-)/,
  /web\/features\/games\/(filters-part|structured-data)/,
  /web\/features\/bonuses\/held-request|web\/routes\/index\.module/,
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
  plugins: [
    react(),
    withoutUnused(),
    swapLinkedStyles(),
    ...(isSsrBuild || command === 'serve' ? [] : [reactAsModules(), precompress()]),
  ],
  // The renderer is React's production build whatever NODE_ENV the server runs under.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: command === 'build' ? { noExternal: true } : {},
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

/**
 * Changes are plain calls of the API here, and no query suspends or throws to an error boundary: what the query library
 * has for that, 2.5 kB of every page, is left out; and what only lists in pages need comes with the first of them.
 */
function withoutUnused(): Plugin {
  const replaced = [
    { source: /[/\\]mutationCache\.js$/, importer: /@tanstack[/\\]query-core/, by: 'no-mutations.ts' },
    {
      source: /[/\\]infiniteQueryBehavior\.js$/,
      importer: /@tanstack[/\\]query-core.*[/\\]query\.js$/,
      by: 'list-behavior.ts',
    },
    {
      source: /[/\\](suspense|errorBoundaryUtils|QueryErrorResetBoundary)\.js$/,
      importer: /@tanstack[/\\]react-query.*[/\\]useBaseQuery\.js$/,
      by: 'no-error-boundaries.ts',
    },
  ]
  return {
    name: 'fairhouse:without-unused',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = replaced.find((each) => each.source.test(source) && each.importer.test(importer))
      return found ? join(import.meta.dirname, 'web/api', found.by) : null
    },
    transform(code, id) {
      if (!/@tanstack[/\\]query-core.*[/\\]infiniteQueryObserver\.js$/.test(id)) return null
      return `import { infiniteQueryBehavior } from './infiniteQueryBehavior.js'
import { bringBehavior } from ${JSON.stringify(join(import.meta.dirname, 'web/api/list-behavior.ts'))}
${code}
bringBehavior(infiniteQueryBehavior)`
    },
  }
}

/**
 * React is published as CommonJS, which a bundle keeps in one function per file: the browser parses that function when
 * it reads the script and again when it calls it, twice 200 kB on a phone, and nothing unused is left out. In the
 * browser's build its files are modules instead.
 */
function reactAsModules(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules')
  const files: Record<string, string> = {
    react: 'react/cjs/react.production.js',
    'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
    scheduler: 'scheduler/cjs/scheduler.production.js',
    'use-sync-external-store/shim': 'use-sync-external-store/cjs/use-sync-external-store-shim.production.js',
    'use-sync-external-store/shim/with-selector':
      'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
  }
  const paths = new Set(Object.values(files).map((file) => join(folder, file)))
  return {
    name: 'fairhouse:react-as-modules',
    enforce: 'pre',
    resolveId: (source) => (files[source] ? join(folder, files[source]) : null),
    transform(code, id) {
      if (paths.has(id)) return { code: asModule(code), map: null }
      // Two libraries take React as one object, which would need all of it.
      if (id.endsWith('@base-ui/utils/safeReact.mjs'))
        return { code: `import * as SafeReact from 'react'\nexport { SafeReact }`, map: null }
      if (id.endsWith('react-hook-form/dist/index.esm.mjs'))
        return { code: code.replace("import React from 'react'", "import * as React from 'react'"), map: null }
      return null
    },
  }
}

/** A file of React in CommonJS as a module: requires are declared at its start, exports are assigned by name. */
function asModule(code: string): string {
  const imports: string[] = []
  const names = new Set<string>()
  const body = code
    .replaceAll(/(var |,\s*)(\w+) = require\("([^"]+)"\)/g, (_all, before: string, name: string, source: string) => {
      imports.push(`import * as ${name} from '${source}'`)
      return before === 'var ' ? 'var required' : ''
    })
    .replaceAll(/^exports\.(\w+) =/gm, (_all, name: string) => {
      names.add(name)
      return `var exported_${name} =`
    })
    .replaceAll(/\bexports\.(\w+)/g, 'exported_$1')
    // Five values that are only compared: as errors they would each record a stack, for which a browser with developer
    // tools reads the whole file again.
    .replaceAll(/(\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g, '$1{ __proto__: Error.prototype }')
    // The address before it says the same.
    .replaceAll(/" for the full message or use the non-minified[^"]*"/g, '""')
    // Every browser that the build supports has events of input and composition, and passive listeners.
    .replace(/(passiveBrowserEventsSupported = )!1;\nif \(canUseDOM\)\n  try \{[^]*?\n  \}(?=\nvar root)/, '$1!0;')
    .replace(/var isInputEventSupported = !1;[^]*?(?=function stopWatchingForValueChange)/, '')
    .replaceAll(/\b(isInputEventSupported|canUseCompositionEvent)\b(?! =)/g, 'true')
    .replaceAll(/\b(useFallbackCompositionData|skipSelectionChangeEvent)\b(?! =)/g, 'false')
    // It has `reportError` and events without prefixes as well.
    .replace(/function makePrefixMap[^]*?(?=var ANIMATION_END)/, '')
    .replaceAll(/getVendorPrefixedEventName\(("\w+")\)/g, '$1')
    .replaceAll(
      /"function" === typeof reportError\s*\? reportError\s*: function \(error\) \{[^]*?console\.error\(error\);\s*\}/g,
      'reportError',
    )
    // Only the scheduler of React's own tests has them.
    .replaceAll(/\bScheduler\.(log|unstable_setDisableYieldValue)\b/g, 'undefined')
  if (names.size === 0 || /\brequire\(|\bmodule\.exports\b|\bexports\[/.test(body))
    throw new Error('a file of React has another form: vite.config.ts cannot make it a module')
  const exported = [...names].map((name) => `exported_${name} as ${name}`).join(', ')
  return `${imports.join('\n')}\n${body}\nexport { ${exported} }\n`
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
