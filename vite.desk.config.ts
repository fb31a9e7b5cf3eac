/** Builds the desk, where operators work: one page without server rendering, for a host of its own. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { targets } from './vite.config.ts'

export default defineConfig({
  root: fileURLToPath(new URL('desk', import.meta.url)),
  publicDir: false,
  plugins: [react()],
  css: { transformer: 'postcss' },
  build: {
    ...targets,
    outDir: fileURLToPath(new URL('dist/desk', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
