/** Builds the desk, where operators work: one page without server rendering, for a host of its own. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { targets } from './vite.config.ts'

/** The order is that of the first file that names the layers, and the file of any part may load first. */
const layerOrder: Plugin = {
  name: 'layer-order',
  async generateBundle(_options, bundle) {
    const tokens = await readFile(new URL('web/design/tokens.css', import.meta.url), 'utf8')
    const order = /^@layer [^;]+;/.exec(tokens)![0]
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && typeof file.source === 'string' && file.fileName.endsWith('.css'))
        file.source = `${order}${file.source}`
  },
}

export default defineConfig({
  root: fileURLToPath(new URL('desk', import.meta.url)),
  publicDir: false,
  plugins: [react(), layerOrder],
  css: { transformer: 'postcss' },
  build: {
    ...targets,
    outDir: fileURLToPath(new URL('dist/desk', import.meta.url)),
    emptyOutDir: true,
    // Read by scripts/check-budget.ts; the desk does not serve it.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
