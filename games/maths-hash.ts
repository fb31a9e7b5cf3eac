/**
 * Identifies the deployed maths: one hash over the sources that decide a game's rounds. Server side only; the browser
 * receives it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const shared = ['fairness.ts', 'maths.ts']
const slotEngine = ['slot-engine/definition.ts', 'slot-engine/evaluate.ts', 'slot-engine/maths.ts']
const cascades = [...slotEngine, 'cascade-engine/maths.ts']
const ways = [...slotEngine, 'ways-engine/maths.ts']
const held = [...slotEngine, 'hold-engine/maths.ts']
/** Of the games that are not plain slots: what their maths needs besides itself. */
const besides: Record<string, readonly string[]> = {
  dice: [],
  limbo: [],
  wheel: [],
  plinko: [],
  keno: [],
  diamonds: [],
  crash: ['shared.ts', 'stepped.ts'],
  mines: ['stepped.ts'],
  towers: ['stepped.ts'],
  hilo: ['stepped.ts'],
  baccarat: ['bets.ts', 'baccarat/rules.ts'],
  roulette: ['bets.ts', 'roulette/positions.ts'],
  'french-roulette': ['bets.ts', 'roulette/positions.ts', 'roulette/maths.ts'],
  blackjack: ['stepped.ts'],
  'blackjack-surrender': ['stepped.ts', 'blackjack/maths.ts'],
  honeyfall: cascades,
  'kite-festival': ways,
  'library-of-owls': ways,
  'velvet-groove': held,
  'night-express': held,
  'jade-rapids': cascades,
  'jacks-or-better': ['stepped.ts', 'video-poker/maths.ts', 'jacks-or-better/hands.ts'],
  'deuces-wild': ['stepped.ts', 'video-poker/maths.ts', 'deuces-wild/hands.ts'],
}

/** The sources of a game's rounds, relative to games/, in hashing order. */
export function mathsSources(slug: string): string[] {
  return [...shared, ...(besides[slug] ?? slotEngine), `${slug}/maths.ts`]
}

/** Sources do not change while the process runs. */
const known = new Map<string, string>()

/** `sha256sum <sources> | sha256sum` in the games folder prints the same. */
export function mathsHash(slug: string): string {
  const hash = known.get(slug)
  if (hash) return hash
  const lines = mathsSources(slug).map((path) => `${sha256(readFileSync(new URL(path, import.meta.url)))}  ${path}\n`)
  const made = sha256(lines.join(''))
  known.set(slug, made)
  return made
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
