/**
 * Patterns from operators and partners, matched in time linear in the text. The built-in engine backtracks, so a
 * careless `(a+)+$` would let a player block the server; here all alternatives are followed in parallel, one character
 * at a time. Look-ahead is supported; back references and look-behind, which this method cannot decide, are not and
 * match nothing.
 */

type Look = { program: Step[]; isWanted: boolean }
type Fork = { kind: 'fork'; to: number[] }
type Step =
  | Fork
  | { kind: 'character'; fits: (character: string) => boolean }
  | { kind: 'edge'; holds: (text: string[], at: number) => boolean }
  | { kind: 'look'; look: Look }
  | { kind: 'end' }
/** Appends instructions to a program. */
type Part = (program: Step[]) => void
/**
 * The state of one match: pending instructions, and the result of each look-ahead at each position, regardless of the
 * number of paths to it.
 */
type Run = { text: string[]; left: number; found: Map<Look, Map<number, boolean>> }

/** Maximum instructions of a pattern, and maximum steps for one text: beyond either nothing matches. */
const programMax = 5000
const walkMax = 2_000_000

export class PatternError extends Error {}

/**
 * Throws PatternError for an invalid pattern, or one that cannot be matched in linear time. Accepts `source` or
 * `/source/flags`.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const slashed = /^\/(.*)\/([imsu]*)$/s.exec(pattern)
  const [source, flags] = slashed ? [slashed[1]!, slashed[2]!.replace('u', '')] : [pattern, '']
  native(source, flags)
  const part = new Reader(source, flags).whole()
  const program: Step[] = []
  part(program)
  program.push({ kind: 'end' })
  return (text) => walk(program, { text: [...text], left: walkMax, found: new Map() }, 0, false)
}

/** Strict first; patterns written for other engines escape more than strict mode allows. */
function native(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    try {
      return new RegExp(source, flags)
    } catch {
      throw new PatternError('no pattern')
    }
  }
}

/** Parses a pattern in one pass. Syntax errors are found by the native compiler. */
class Reader {
  #at = 0
  readonly #source: string
  readonly #flags: string

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  whole(): Part {
    const part = this.#alternatives()
    if (this.#at < this.#source.length) throw new PatternError('no pattern')
    return part
  }

  #take(form: RegExp): string | null {
    form.lastIndex = this.#at
    const found = form.exec(this.#source)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  #alternatives(): Part {
    const parts = [this.#sequence()]
    while (this.#take(/\|/y)) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : either(parts)
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!))
      parts.push(this.#repeated(this.#atom()))
    return (program) => parts.forEach((part) => part(program))
  }

  #repeated(part: Part): Part {
    const mark = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    if (!mark) return part
    if (mark[0] !== '{') return repeat(part, mark[0] === '+' ? 1 : 0, mark[0] === '?' ? 1 : Infinity)
    const [least, comma, most] = /^\{(\d+)(,?)(\d*)/.exec(mark)!.slice(1)
    return repeat(part, Number(least), comma ? (most ? Number(most) : Infinity) : Number(least))
  }

  #atom(): Part {
    const look = this.#take(/\(\?[=!]/y)
    if (look) return lookAhead(this.#group(), look.endsWith('='))
    if (this.#take(/\(\?<[=!]|\\[1-9]|\\k</y)) throw new PatternError('look-behind and back references are not known')
    if (this.#take(/\((?:\?:|\?<[^>]+>)?(?!\?)/y)) return this.#group()
    const edge = this.#take(/\^|\$|\\b/iy)
    if (edge) return (program) => program.push({ kind: 'edge', holds: edgeOf(edge, this.#flags.includes('m')) })
    const character = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|c[a-z]|.)|[^|()]/isuy,
    )
    if (!character) throw new PatternError('no pattern')
    const form = native(`^(?:${character})$`, this.#flags.replace('m', ''))
    return (program) => program.push({ kind: 'character', fits: (each) => form.test(each) })
  }

  #group(): Part {
    const part = this.#alternatives()
    this.#at++
    return part
  }
}

function either(parts: Part[]): Part {
  return (program) => {
    const fork: Fork = { kind: 'fork', to: [] }
    program.push(fork)
    const ends = parts.map((part) => {
      fork.to.push(program.length)
      part(program)
      const end: Fork = { kind: 'fork', to: [] }
      program.push(end)
      return end
    })
    for (const end of ends) end.to.push(program.length)
  }
}

function repeat(part: Part, least: number, most: number): Part {
  return (program) => {
    for (let count = 0; count < least; count++) grow(program, part)
    const forks: Fork[] = []
    const optional = most === Infinity ? 1 : most - least
    for (let count = 0; count < optional; count++) {
      const at = program.length
      const fork: Fork = { kind: 'fork', to: [at + 1] }
      program.push(fork)
      forks.push(fork)
      grow(program, part)
      if (most === Infinity) program.push({ kind: 'fork', to: [at] })
    }
    for (const fork of forks) fork.to.push(program.length)
  }
}

function grow(program: Step[], part: Part): void {
  part(program)
  if (program.length > programMax) throw new PatternError('too long a pattern')
}

function lookAhead(part: Part, isWanted: boolean): Part {
  return (program) => {
    const inner: Step[] = []
    part(inner)
    inner.push({ kind: 'end' })
    program.push({ kind: 'look', look: { program: inner, isWanted } })
  }
}

function edgeOf(edge: string, isByLine: boolean): (text: string[], at: number) => boolean {
  const isBreak = (character: string | undefined) =>
    character === undefined || (isByLine && /[\n\r\u2028\u2029]/.test(character))
  const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character)
  if (edge === '^') return (text, at) => isBreak(text[at - 1])
  if (edge === '$') return (text, at) => isBreak(text[at])
  return (text, at) => (isWord(text[at - 1]) !== isWord(text[at])) === (edge === '\\b')
}

/** True if the program matches: at `from` only if anchored, otherwise there or at any later position. */
function walk(program: Step[], run: Run, from: number, isAnchored: boolean): boolean {
  const { text } = run
  let here: number[] = []
  for (let at = from; at <= text.length; at++) {
    const next: number[] = []
    const seen = new Set<number>()
    if (at === from || !isAnchored) here.push(0)
    while (here.length > 0) {
      const index = here.pop()!
      if (seen.has(index)) continue
      seen.add(index)
      if (--run.left < 0) return false
      const step = program[index]!
      if (step.kind === 'end') return true
      if (step.kind === 'fork') here.push(...step.to)
      else if (step.kind === 'character') {
        if (at < text.length && step.fits(text[at]!)) next.push(index + 1)
      } else if (step.kind === 'edge' ? step.holds(text, at) : looks(step.look, run, at)) here.push(index + 1)
    }
    here = next
    if (here.length === 0 && isAnchored) return false
  }
  return false
}

function looks(look: Look, run: Run, at: number): boolean {
  let places = run.found.get(look)
  if (!places) run.found.set(look, (places = new Map()))
  let found = places.get(at)
  if (found === undefined) places.set(at, (found = walk(look.program, run, at, true)))
  return run.left >= 0 && found === look.isWanted
}
