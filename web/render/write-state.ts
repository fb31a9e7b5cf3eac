/** Serialises the state into the page: JSON, escaped against closing its script, in cacheable pieces. */
import type { QueryClient } from '@tanstack/react-query'
import type { StatePiece } from '#contract/pages.ts'
import type { PageState } from './state.ts'

/** Labels and shared query results are identical across pages, so each is serialised once. */
const written = new WeakMap<object, Uint8Array>()
const encoder = new TextEncoder()

function bytesOf(data: object): Uint8Array {
  let bytes = written.get(data)
  if (!bytes) written.set(data, (bytes = encoder.encode(escapeJson(data))))
  return bytes
}

/** The state as JSON pieces. Queries that views used without preloading are left to the browser. */
export function writeState(
  { visitor, labels, search, status, fault }: Omit<PageState, 'cache'>,
  client: QueryClient,
): StatePiece[] {
  const areas = Object.entries(labels).map(([area, messages]) => [`${escapeJson(area)}:`, bytesOf(messages)])
  // A query's hash is already its key as JSON.
  const reads = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryHash, state }) => [`[${escapeText(queryHash)},`, bytesOf(state.data as object), ']'])
  const start = `{"visitor":${escapeJson(visitor)},"search":${escapeJson(search)},"status":${status},"fault":${escapeJson(fault)},"labels":{`
  return [start, ...listed(areas), '},"cache":[', ...listed(reads), ']}']
}

function listed(items: StatePiece[][]): StatePiece[] {
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
