import { expect, test } from 'vitest'
import { dotted } from './dotted.ts'

test('parts are joined by dots with a non-breaking space after each, and empty parts are omitted', () => {
  expect(dotted(['min €20', false, undefined, '14 days'])).toBe('min €20 ·\u00a014 days')
})

test('right-to-left parts are isolated from each other', () => {
  expect(dotted(['من 20 €', '14 يومًا'])).toBe('\u2068من 20 €\u2069 ·\u00a0\u206814 يومًا\u2069')
})
