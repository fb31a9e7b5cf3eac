import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageOf, readKey } from './page-key.ts'

const Key = z.tuple([z.coerce.date(), z.coerce.bigint()])
const rows = [7n, 8n, 9n].map((id) => ({ at: new Date('2026-01-02T03:04:05.678Z'), id }))

test('a page has a key if another follows, which leads to the row after its last one', () => {
  const page = pageOf(rows, 2, ({ at, id }) => [at, id])
  expect(page.rows).toEqual(rows.slice(0, 2))
  expect(readKey(page.next!, Key)).toEqual([rows[1]!.at, 8n])
  expect(pageOf(rows, 3, ({ id }) => id).next).toBeNull()
})

test.each([undefined, '', 'not a key', Buffer.from('{"a":1}').toString('base64url')])(
  '%j is no key: the first page',
  (text) => expect(readKey(text, Key)).toBeNull(),
)
