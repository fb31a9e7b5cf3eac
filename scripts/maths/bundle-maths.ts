/** Bundles a game's maths with everything that it imports into one module without dependencies. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function bundleMaths(slug: string): Promise<string> {
  return (await bundleOf(slug)).code
}

/** The files of that module. */
export async function modulesOf(slug: string): Promise<string[]> {
  return (await bundleOf(slug)).moduleIds
}

async function bundleOf(slug: string) {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: `${root}games/${slug}/maths.ts`, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunks = bundle && 'output' in bundle ? bundle.output : []
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk' || chunk.imports.length > 0)
    throw new Error(`the maths of ${slug} does not bundle into a single module`)
  return chunk
}
