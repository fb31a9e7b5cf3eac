/** Chance that can be had again: the same seed gives the same numbers in the same order. */
export type Random = {
  /** 0 up to, not including, `below`. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Shaped like those of `node:crypto`, and as unlikely to meet another. */
  uuid(): ReturnType<typeof crypto.randomUUID>
  /** A stream of its own: what is drawn from it moves nothing in this one. */
  fork(name: string): Random
}

export function seeded(seed: string): Random {
  let state = digest(seed)
  // Mulberry32: small, public domain, and even enough for choosing what happens next.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  const hex = (digits: number) => Array.from({ length: digits }, () => int(16).toString(16)).join('')
  return {
    int,
    chance: (share) => next() < share,
    pick: (list) => list[int(list.length)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    fork: (name) => seeded(`${seed} ${name}`),
  }
}

function digest(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return hash
}
