/**
 * Pages of lists by key: the key of a page's last row is where the next page begins, so that rows which come or go
 * meanwhile repeat or hide no other row. A caller receives it as an opaque text.
 */
import type { z } from 'zod'

/** The rows of one page out of `pageSize + 1` that were read, and the key of the next page; null on the last one. */
export function pageOf<Row>(
  rows: Row[],
  pageSize: number,
  keyOf: (row: Row) => unknown,
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize)
  return { rows: shown, next: rows.length > pageSize ? writeKey(keyOf(shown.at(-1)!)) : null }
}

function writeKey(key: unknown): string {
  const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return Buffer.from(JSON.stringify(key, plain)).toString('base64url')
}

/** Null for no key, and for a text that is none of this list: the first page is shown. */
export function readKey<Key>(text: string | undefined, schema: z.ZodType<Key>): Key | null {
  if (text === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}
