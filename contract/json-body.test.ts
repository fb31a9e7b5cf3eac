import { expect, test } from 'vitest'
import { z } from 'zod'
import { BodyFault, limitLengthChecks, maxValues, readJson } from './json-body.ts'

const read = (json: string) => readJson(Buffer.from(json))

test('objects have no prototype, and no key is special', () => {
  const value = read('{"__proto__":{"a":1},"constructor":2,"list":[{"toString":3}]}') as Record<string, any>
  expect(Object.getPrototypeOf(value)).toBeNull()
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'list'])
  expect(value['a']).toBeUndefined()
  expect(Object.getPrototypeOf(value['list'][0])).toBeNull()
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2,"list":[{"toString":3}]}')
})

test.each([
  ['incomplete', '{'],
  ['empty', ''],
  ['not UTF-8', '\xff'],
  ['too deep', `${'['.repeat(13)}${']'.repeat(13)}`],
  ['longer than the maximum of values', `[${'0,'.repeat(maxValues)}0]`],
])('a body that is %s is refused', (_, json) => expect(() => readJson(Buffer.from(json, 'latin1'))).toThrow(BodyFault))

test('a list with many empty lists is not too deep', () => {
  expect(read(`[${'[],'.repeat(500)}[]]`)).toHaveLength(501)
})

// Shows: attack 48
test('length checks apply only to text and lists, at any depth of the schema', () => {
  const text = z.string().min(1).max(3)
  const schema = limitLengthChecks(
    z.object({
      plain: text,
      optional: z.string().max(3).optional(),
      piped: z.string().max(3).default('').transform(Number),
      list: z.array(z.object({ inner: z.string().length(2) })).max(2),
      either: z.union([z.int(), z.string().max(8)]),
      record: z.record(z.string().max(2), z.string().max(2)),
      lazy: z.lazy(() => z.string().max(4)),
    }),
  )
  const fakeLength = Object.assign(Object.create(null), { length: Object.create(null) })
  const value = {
    plain: fakeLength,
    optional: fakeLength,
    piped: fakeLength,
    list: [{ inner: fakeLength }],
    either: fakeLength,
    record: { a: fakeLength },
    lazy: fakeLength,
  }
  expect(schema.safeParse(value).error?.issues).toHaveLength(7)
  expect(schema.safeParse({ ...value, list: fakeLength }).success).toBe(false)
  const good = { plain: 'abc', piped: '12', list: [{ inner: 'ab' }], either: 'x', record: { a: 'b' }, lazy: 'abcd' }
  expect(schema.safeParse(good).success).toBe(true)
  expect(schema.safeParse({ ...good, plain: 'abcd', lazy: 'abcde' }).error?.issues).toHaveLength(2)
})
