/** Two sources bring the same objects, the API and the pushes: whichever is newer stays. */

export type Versioned = { id: string; version: number }

/** The list with the pushed object in place of the older one of that id; a new one stands first. A late push changes nothing. */
export function takePushed<T extends Versioned>(list: T[], pushed: T): T[] {
  const at = list.findIndex(({ id }) => id === pushed.id)
  if (at === -1) return [pushed, ...list]
  return list[at]!.version < pushed.version ? list.with(at, pushed) : list
}

/** A fetched list, except where a push that came meanwhile holds a newer object; of equal versions what was just read, since some figures move without one. Fits a query's `structuralSharing`. */
export function keepNewer<T extends Versioned>(held: T[] | undefined, fetched: T[]): T[] {
  const known = new Map(held?.map((item) => [item.id, item]))
  return fetched.map((item) => {
    const other = known.get(item.id)
    return other && other.version > item.version ? other : item
  })
}

/** Remembers the versions that went by, so that a publication repeated or overtaken is passed over. */
export class SeenVersions {
  readonly #versions = new Map<string, number>()

  /** True where this is news. Events without an object of their own (`payload.id`) always are. */
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
