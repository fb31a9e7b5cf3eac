/**
 * Matches patterns of operators and partners in time linear in the text. The built-in engine backtracks, so a careless
 * `(a+)+$` would let a player block the server; here all alternatives are followed in parallel, one character at a
 * time. Look-ahead, which operators' rules need and RE2 lacks, is supported. Back references and look-behind cannot be
 * matched this way and are refused. A time limit instead would need another thread.
 */

type Lookahead = { program: Step[]; isPositive: boolean }
type Fork = { kind: 'fork'; to: number[] }
type Step =
  | Fork
  | { kind: 'character'; fits: (character: string) => boolean }
  | { kind: 'edge'; isAt: (text: string[], at: number) => boolean }
  | { kind: 'look'; look: Lookahead }
  | { kind: 'end' }
/** Appends the instructions of a part of the pattern to a program. */
type Emit = (program: Step[]) => void
/**
 * The state of one match: pending instructions, and the result of each look-ahead at each position, regardless of the
 * number of paths to it.
 */
type Run = { text: string[]; stepsLeft: number; results: Map<Lookahead, Map<number, boolean>> }

/** The maximum instructions of a pattern, and the maximum steps for one text; beyond either, nothing matches. */
const maxInstructions = 5000
const maxSteps = 2_000_000

export class PatternError extends Error {}

/**
 * Throws PatternError for an invalid pattern, or one that cannot be matched in linear time. Accepts `source` or
 * `/source/flags`.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const slashed = /^\/(.*)\/([imsu]*)$/s.exec(pattern)
  const [source, flags] = slashed ? [slashed[1]!, slashed[2]!.replace('u', '')] : [pattern, '']
  compileNative(source, flags)
  const part = new Reader(source, flags).parse()
  const program: Step[] = []
  part(program)
  program.push({ kind: 'end' })
  return (text) => matchProgram(program, { text: [...text], stepsLeft: maxSteps, results: new Map() }, 0, false)
}

/** Tries strict mode first; patterns written for other engines escape more than it allows. */
function compileNative(source: string, flags: string): RegExp {
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

/** Parses a pattern in one pass. The native compiler has already found syntax errors. */
class Reader {
  #at = 0
  readonly #source: string
  readonly #flags: string

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  parse(): Emit {
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

  #alternatives(): Emit {
    const parts = [this.#sequence()]
    while (this.#take(/\|/y)) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : either(parts)
  }

  #sequence(): Emit {
    const parts: Emit[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!))
      parts.push(this.#repeated(this.#atom()))
    return (program) => parts.forEach((part) => part(program))
  }

  #repeated(part: Emit): Emit {
    const mark = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    if (!mark) return part
    if (mark[0] !== '{') return repeat(part, mark[0] === '+' ? 1 : 0, mark[0] === '?' ? 1 : Infinity)
    const [min, comma, max] = /^\{(\d+)(,?)(\d*)/.exec(mark)!.slice(1)
    return repeat(part, Number(min), comma ? (max ? Number(max) : Infinity) : Number(min))
  }

  #atom(): Emit {
    const look = this.#take(/\(\?[=!]/y)
    if (look) return lookAhead(this.#group(), look.endsWith('='))
    if (this.#take(/\(\?<[=!]|\\[1-9]|\\k</y)) throw new PatternError('look-behind and back references are not known')
    if (this.#take(/\((?:\?:|\?<[^>]+>)?(?!\?)/y)) return this.#group()
    const edge = this.#take(/\^|\$|\\b/iy)
    if (edge) return (program) => program.push({ kind: 'edge', isAt: assertionOf(edge, this.#flags.includes('m')) })
    const character = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|c[a-z]|.)|[^|()]/isuy,
    )
    if (!character) throw new PatternError('no pattern')
    const form = compileNative(`^(?:${character})$`, this.#flags.replace('m', ''))
    return (program) => program.push({ kind: 'character', fits: (each) => form.test(each) })
  }

  #group(): Emit {
    const part = this.#alternatives()
    this.#at++
    return part
  }
}

function either(parts: Emit[]): Emit {
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

function repeat(part: Emit, min: number, max: number): Emit {
  return (program) => {
    for (let count = 0; count < min; count++) append(program, part)
    const forks: Fork[] = []
    const optional = max === Infinity ? 1 : max - min
    for (let count = 0; count < optional; count++) {
      const at = program.length
      const fork: Fork = { kind: 'fork', to: [at + 1] }
      program.push(fork)
      forks.push(fork)
      append(program, part)
      if (max === Infinity) program.push({ kind: 'fork', to: [at] })
    }
    for (const fork of forks) fork.to.push(program.length)
  }
}

function append(program: Step[], part: Emit): void {
  part(program)
  if (program.length > maxInstructions) throw new PatternError('too long a pattern')
}

function lookAhead(part: Emit, isPositive: boolean): Emit {
  return (program) => {
    const inner: Step[] = []
    part(inner)
    inner.push({ kind: 'end' })
    program.push({ kind: 'look', look: { program: inner, isPositive } })
  }
}

function assertionOf(edge: string, isByLine: boolean): (text: string[], at: number) => boolean {
  const isBreak = (character: string | undefined) =>
    character === undefined || (isByLine && /[\n\r\u2028\u2029]/.test(character))
  const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character)
  if (edge === '^') return (text, at) => isBreak(text[at - 1])
  if (edge === '$') return (text, at) => isBreak(text[at])
  return (text, at) => (isWord(text[at - 1]) !== isWord(text[at])) === (edge === '\\b')
}

/** True if the program matches: at `from` only if anchored, otherwise there or at any later position. */
function matchProgram(program: Step[], run: Run, from: number, isAnchored: boolean): boolean {
  const { text } = run
  let current: number[] = []
  for (let at = from; at <= text.length; at++) {
    const next: number[] = []
    const seen = new Set<number>()
    if (at === from || !isAnchored) current.push(0)
    while (current.length > 0) {
      const index = current.pop()!
      if (seen.has(index)) continue
      seen.add(index)
      if (--run.stepsLeft < 0) return false
      const step = program[index]!
      if (step.kind === 'end') return true
      if (step.kind === 'fork') current.push(...step.to)
      else if (step.kind === 'character') {
        if (at < text.length && step.fits(text[at]!)) next.push(index + 1)
      } else if (step.kind === 'edge' ? step.isAt(text, at) : lookaheadMatches(step.look, run, at))
        current.push(index + 1)
    }
    current = next
    if (current.length === 0 && isAnchored) return false
  }
  return false
}

function lookaheadMatches(look: Lookahead, run: Run, at: number): boolean {
  let byPosition = run.results.get(look)
  if (!byPosition) run.results.set(look, (byPosition = new Map()))
  let found = byPosition.get(at)
  if (found === undefined) byPosition.set(at, (found = matchProgram(look.program, run, at, true)))
  return run.stepsLeft >= 0 && found === look.isPositive
}
