import { expect, test } from 'vitest'
import { escapeJson } from './state.ts'

test('no text inside the state can end its script or break its lines', () => {
  const evil = { name: '</script><script>alert(1)</script>', more: '<!-- \u2028 \u2029 &amp;' }
  const text = escapeJson(evil)
  expect(text).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(evil)
})
