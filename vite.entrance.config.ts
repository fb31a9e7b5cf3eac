/**
 * Builds the styles of sign-in and registration without scripts: a browser on a slow connection, which has asked for one
 * form, would otherwise load the styles of the whole site with it. The scripts beside them are not used.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shortNames, targets } from './vite.config.ts'

export default defineConfig({
  publicDir: false,
  plugins: [react()],
  css: { modules: { generateScopedName: shortNames() }, transformer: 'postcss' },
  build: {
    ...targets,
    outDir: 'dist/entrance',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'web/render/entrance-styles.ts',
      // Without its exports the components would be unused, and their styles left out.
      preserveEntrySignatures: 'strict',
      output: {
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'style.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
})
