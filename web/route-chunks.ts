/**
 * The chunk of every page but the home page, by source file: pages are the files in web/routes/, its auth/ and profile/,
 * and their parts are in folders beside them. In a chunk of its own, which the home page does without.
 */
import type { RouteModule } from './render/page.ts'

const chunks = import.meta.glob<{ route: RouteModule }>([
  './routes/{*,auth/*,profile/*}.tsx',
  '!./routes/index.tsx',
  '!./routes/**/*.test.tsx',
])

export const routeChunks = Object.fromEntries(Object.entries(chunks).map(([path, load]) => [path.slice(2), load]))
