/** Writes the state into the page: JSON, escaped so that no text in it can end its script, in pieces that many pages share. */
import type { QueryClient } from '@tanstack/react-query'
import type { PageState } from './state.ts'

export type StatePiece = string | Uint8Array

/** Labels and shared reads are the same objects for page after page, so each is written out once. */
const written = new WeakMap<object, Uint8Array>()
const encoder = new TextEncoder()

function bytesOf(data: object): Uint8Array {
  let bytes = written.get(data)
  if (!bytes) written.set(data, (bytes = encoder.encode(escapeJson(data))))
  return bytes
}

/** The state as JSON, in pieces that follow each other. What views asked for and nobody read is left to the browser. */
export function writeState(
  { visitor, labels, status, fault }: Omit<PageState, 'cache'>,
  client: QueryClient,
): StatePiece[] {
  const areas = Object.entries(labels).map(([area, messages]) => [`${escapeJson(area)}:`, bytesOf(messages)])
  // The hash of a query is its key as JSON already.
  const reads = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryHash, state }) => [`[${escapeText(queryHash)},`, bytesOf(state.data as object), ']'])
  const start = `{"visitor":${escapeJson(visitor)},"status":${status},"fault":${escapeJson(fault)},"labels":{`
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
