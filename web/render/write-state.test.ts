import { expect, test } from 'vitest'
import { createClient, fill, type PageState } from './state.ts'
import { escapeJson, writeState } from './write-state.ts'

const evil = { name: '</script><script>alert(1)</script>', more: '<!-- \u2028 \u2029 &amp; "' }

// Shows: ASVS 1.2.3
test('text with script tags and line separators is escaped and parses back to the same value', () => {
  const text = escapeJson(evil)
  expect(text).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(evil)
})

test('the concatenated pieces parse to the original state, without queries that have no data', () => {
  const state = {
    visitor: { locale: 'ar', init: evil },
    search: '?search=</script>',
    status: 404,
    fault: 'notFound',
    labels: { shell: { home: ['الرئيسية'] }, 'a"<b': {} },
  } as unknown as PageState
  const cache: PageState['cache'] = [
    [['GET /x', null, { search: '</script>' }], [evil]],
    [['GET /y', null, null], {}],
  ]
  const client = createClient()
  fill(client, cache)
  client.getQueryCache().build(client, { queryKey: ['GET /nobody/read/this', null, null] })
  for (const time of ['first', 'second']) {
    const text = Buffer.concat(writeState(state, client).map((piece) => Buffer.from(piece as string))).toString()
    expect(text, time).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text), time).toEqual({ ...state, cache })
  }
})
