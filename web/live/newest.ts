/** Resolves conflicts between objects from the API and from pushes: the newer version is used. */

export type Versioned = { id: string; version: number }

/** Merges a pushed object into a list. A new object is put first, and an outdated one changes nothing. */
export function mergePushed<T extends Versioned>(list: T[], pushed: T): T[] {
  const at = list.findIndex(({ id }) => id === pushed.id)
  if (at === -1) return [pushed, ...list]
  return list[at]!.version < pushed.version ? list.with(at, pushed) : list
}

/**
 * Returns a fetched list in which newer objects of the cached list replace theirs. With equal versions the fetched
 * object is used, because some figures change without a new version. It can be used as `structuralSharing`.
 */
export function keepNewer<T extends Versioned>(cached: T[] | undefined, fetched: T[]): T[] {
  const cachedById = new Map(cached?.map((item) => [item.id, item]))
  return fetched.map((item) => {
    const other = cachedById.get(item.id)
    return other && other.version > item.version ? other : item
  })
}

/** Tracks versions, so that repeated and outdated publications are ignored. */
export class SeenVersions {
  readonly #versions = new Map<string, number>()

  /** Returns true for a new version, and always for events without `payload.id`. */
  isNews(channel: string, { event, payload, version }: { event: string; payload: unknown; version: number }): boolean {
    const id = idOf(payload)
    if (id === null) return true
    const key = `${channel} ${event} ${id}`
    if (version <= (this.#versions.get(key) ?? -Infinity)) return false
    this.#versions.set(key, version)
    return true
  }

  clear(): void {
    this.#versions.clear()
  }
}

function idOf(payload: unknown): string | null {
  return typeof payload === 'object' && payload !== null && 'id' in payload ? String(payload.id) : null
}
