/** Reproducible random numbers: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to, but not including, `below`. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns an id in the format of `node:crypto`, as unlikely to collide. */
  uuid(): ReturnType<typeof crypto.randomUUID>
  /** A separate stream: drawing from it does not affect this one. */
  fork(name: string): Random
}

export function seeded(seed: string): Random {
  let state = digest(seed)
  // The generator is Mulberry32: small, public domain, and uniform enough for choosing what happens next.
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
