import { expect, test } from 'vitest'
import { dotted } from './dotted.ts'

test('facts are joined by dots, each kept with the fact after it, without those that do not apply', () => {
  expect(dotted(['min €20', false, undefined, '14 days'])).toBe('min €20 ·\u00a014 days')
})

test('facts written right to left are isolated from each other', () => {
  expect(dotted(['من 20 €', '14 يومًا'])).toBe('\u2068من 20 €\u2069 ·\u00a0\u206814 يومًا\u2069')
})
