/** Vite's manifest, read once: exactly the scripts and styles that a page needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[]; assets?: string[]; isEntry?: boolean }
export type PageAssets = {
  entry: string
  preloads: string[]
  /** The address is null if no script of the page loads styles. */
  styles: Array<{ href: string | null; text: string }>
  fonts: string[]
}
/** Only the styles of the `late` files are included. */
export type Assets = (files: string[], late?: string[]) => PageAssets

const entryKey = 'web/entry-client.tsx'

/**
 * Reads the manifest and the styles it names. The `files` in the result are sources below web/, such as
 * `routes/index.tsx`.
 */
export async function readAssets(folder: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const styles = new Map<string, string>()
  for (const css of new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))) {
    styles.set(css, (await readFile(join(folder, css), 'utf8')).trim())
  }
  const fonts = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `/${file}`)
  const known = new Map<string, PageAssets>()
  return (files, late = []) => {
    const key = [...files, '', ...late].join(' ')
    let assets = known.get(key)
    if (!assets)
      known.set(
        key,
        (assets = collect(
          manifest,
          files.map((file) => `web/${file}`),
          late.map((file) => `web/${file}`),
          styles,
          fonts,
        )),
      )
    return assets
  }
}

function collect(
  manifest: Record<string, Chunk>,
  keys: string[],
  lateKeys: string[],
  styles: Map<string, string>,
  fonts: string[],
): PageAssets {
  const reached = new Set<string>()
  const visit = (key: string) => {
    if (reached.has(key) || !manifest[key]) return
    reached.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  visit(entryKey)
  for (const key of keys) visit(key)
  const preloaded = [...reached].map((key) => manifest[key]!)
  for (const key of lateKeys) visit(key)
  const chunks = [...reached].map((key) => manifest[key]!)
  const css = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
  const entry = `/${manifest[entryKey]!.file}`
  return {
    entry,
    preloads: preloaded.map((chunk) => `/${chunk.file}`).filter((href) => href !== entry),
    styles: css.map((href) => ({ href: `/${href}`, text: styles.get(href) ?? '' })),
    fonts,
  }
}
