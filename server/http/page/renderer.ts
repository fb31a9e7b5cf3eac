/** The page renderer: the built bundle, or in development Vite's own modules with hot reload. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '#contract/pages.ts'
import { type Assets, type PageAssets, readAssets } from './manifest.ts'

export type Renderer = {
  entry(): Promise<PageRenderer>
  assets(): Assets
  /** For sign-in and registration without scripts. */
  entranceAssets(): PageAssets
  /** The styles to link in development, where nothing is built. */
  devStyles(): string[]
  finish(html: Buffer, url: string): Promise<Buffer>
}

const root = join(import.meta.dirname, '../../..')
/**
 * The only folders that the development server serves: the data folder, which contains the secret, may be inside the
 * same checkout.
 */
const browserFolders = ['web', 'contract', 'games', 'content', 'node_modules'].map((folder) => join(root, folder))

export async function builtRenderer(): Promise<Renderer> {
  const entry = (await import(pathToFileURL(join(root, 'dist/server/entry.js')).href)) as PageRenderer
  const assets = await readAssets(join(root, 'dist/web'))
  const styles = (await readFile(join(root, 'dist/entrance/style.css'), 'utf8')).trim()
  const entranceAssets = { ...assets([]), preloads: [], styles: [{ href: null, text: styles }] }
  return {
    entry: async () => entry,
    assets: () => assets,
    entranceAssets: () => entranceAssets,
    devStyles: () => [],
    finish: async (html) => html,
  }
}

export async function devRenderer(app: FastifyInstance, port: number): Promise<Renderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, cors: false, ws: { port: port + 100 }, fs: { allow: browserFolders } } as never,
    logLevel: 'warn',
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|labels)\//.test(request.url)) return done()
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined))
  })
  app.addHook('onClose', () => vite.close())
  const nothing = { entry: '/web/entry-client.tsx', preloads: [], styles: [], fonts: [] }
  return {
    entry: async () => (await vite.ssrLoadModule('/web/entry-server.tsx')) as PageRenderer,
    assets: () => () => nothing,
    entranceAssets: () => nothing,
    // Without these links the page would be unstyled until its scripts have run.
    devStyles: () =>
      [...(vite.environments.ssr?.moduleGraph.idToModuleMap.values() ?? [])]
        .map(({ url }) => url.split('?')[0]!)
        .filter((url) => url.endsWith('.css'))
        .map((url) => `${url}?direct`),
    finish: async (html, url) => Buffer.from(await vite.transformIndexHtml(url, html.toString())),
  }
}
