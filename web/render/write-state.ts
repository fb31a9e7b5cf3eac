/** Serialises the state as JSON that cannot close its script element, in pieces that can be cached. */
import type { QueryClient } from '@tanstack/react-query'
import type { StatePiece } from '#contract/pages.ts'
import type { PageState } from './state.ts'

/** Caches serialised labels and query results, because many pages share the same objects. */
const written = new WeakMap<object, Uint8Array>()
const encoder = new TextEncoder()

function bytesOf(data: object): Uint8Array {
  let bytes = written.get(data)
  if (!bytes) written.set(data, (bytes = encoder.encode(escapeJson(data))))
  return bytes
}

/** Returns the state as pieces of JSON. Queries without data are left out; the browser loads them. */
export function writeState(
  { visitor, labels, search, status, fault }: Omit<PageState, 'cache'>,
  client: QueryClient,
): StatePiece[] {
  const areas = Object.entries(labels).map(([area, messages]) => [`${escapeJson(area)}:`, bytesOf(messages)])
  // The hash of a query is its key as JSON.
  const reads = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryHash, state }) => [`[${escapeText(queryHash)},`, bytesOf(state.data as object), ']'])
  const start = `{"visitor":${escapeJson(visitor)},"search":${escapeJson(search)},"status":${status},"fault":${escapeJson(fault)},"labels":{`
  return [start, ...commaSeparated(areas), '},"cache":[', ...commaSeparated(reads), ']}']
}

function commaSeparated(items: StatePiece[][]): StatePiece[] {
  return items.flatMap((pieces, index) => (index > 0 ? [',', ...pieces] : pieces))
}

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}
function escapeText(json: string): string {
  return json.replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character]!)
}

export function escapeJson(value: unknown): string {
  return escapeText(JSON.stringify(value))
}
