// Builds the client of the sandbox's sportsbook: one script that any page can load.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  resolve: { alias: { '#contract': fileURLToPath(new URL('contract', import.meta.url)) } },
  build: {
    outDir: 'dist/sportsbook',
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssTarget: 'chrome111',
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['sandbox/sportsbook/client/main.ts'],
      output: { format: 'iife', entryFileNames: 'client.js' },
    },
  },
})
