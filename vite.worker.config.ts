/** Builds one file without imports: the service worker, or the script of its offline page (`--mode` names which). */
import { defineConfig } from 'vite'

export default defineConfig(({ mode }) => ({
  publicDir: false,
  build: {
    outDir: 'dist/worker',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: `web/worker/${mode}.ts`,
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
}))
