/** Which build paid: one hash over the sources that decide a game's rounds. Server side only; the browser is told. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const shared = ['fairness.ts', 'maths.ts']
const slotEngine = ['slot-engine/definition.ts', 'slot-engine/evaluate.ts', 'slot-engine/maths.ts']

/** The files behind a game's rounds, relative to games/, in the order that they are hashed. */
export function mathsSources(slug: string): string[] {
  return [...shared, ...(slug === 'dice' ? [] : slotEngine), `${slug}/maths.ts`]
}

/** From the games folder, `sha256sum <sources> | sha256sum` prints the same. */
export function mathsHash(slug: string): string {
  const lines = mathsSources(slug).map((path) => `${sha256(readFileSync(new URL(path, import.meta.url)))}  ${path}\n`)
  return sha256(lines.join(''))
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
