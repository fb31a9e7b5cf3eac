/** The API and pushes deliver the same objects: the newer version wins. */

export type Versioned = { id: string; version: number }

/** The list with the pushed object merged; a new one comes first. Outdated pushes change nothing. */
export function mergePushed<T extends Versioned>(list: T[], pushed: T): T[] {
  const at = list.findIndex(({ id }) => id === pushed.id)
  if (at === -1) return [pushed, ...list]
  return list[at]!.version < pushed.version ? list.with(at, pushed) : list
}

/** A fetched list, except for newer pushed objects; equal versions use the fetched one, as some figures change without a version. Usable as `structuralSharing`. */
export function keepNewer<T extends Versioned>(held: T[] | undefined, fetched: T[]): T[] {
  const known = new Map(held?.map((item) => [item.id, item]))
  return fetched.map((item) => {
    const other = known.get(item.id)
    return other && other.version > item.version ? other : item
  })
}

/** Tracks versions, so that repeated and outdated publications are ignored. */
export class SeenVersions {
  readonly #versions = new Map<string, number>()

  /** True for a new version. Events without `payload.id` always are. */
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
