import type { RouteEntry, RouteModule } from './page.ts'

export const routeChunksFile = 'route-chunks.ts'
const modules = new WeakMap<RouteEntry, RouteModule>()
/** Caches loaded route modules, because a dynamic import is slow on the server even for a loaded module. */
export async function moduleOf(entry: RouteEntry): Promise<RouteModule> {
  const known = modules.get(entry)
  if (known) return known
  const load = entry.load ?? (await import('../route-chunks.ts')).routeChunks[entry.file]!
  const { route } = await load()
  modules.set(entry, route)
  return route
}
