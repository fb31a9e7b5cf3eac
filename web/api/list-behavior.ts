/**
 * Replaces, where the query library's queries import it, how lists are read in pages (vite.config.ts). Only the history
 * has such lists, and brings the library's own with it.
 */
type Behavior = (pages?: number) => unknown
let ofLibrary: Behavior | null = null

export function bringBehavior(behavior: Behavior): void {
  ofLibrary = behavior
}

export function infiniteQueryBehavior(pages?: number): unknown {
  return ofLibrary!(pages)
}
