// Builds the studio's browser side: the game client, one shared part and a chunk of art for each game.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/studio/assets/',
  publicDir: false,
  resolve: {
    alias: Object.fromEntries(
      ['games', 'contract'].map((folder) => [`#${folder}`, fileURLToPath(new URL(folder, import.meta.url))]),
    ),
  },
  build: {
    outDir: 'dist/studio',
    // Open pages still request the files of the build before; scripts/build.ts removes older ones.
    emptyOutDir: false,
    assetsDir: '',
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssTarget: 'chrome111',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: ['games/client/main.ts'] },
  },
})
