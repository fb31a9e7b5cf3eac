import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, '1 second'],
  [59, '59 seconds'],
  [61, '2 minutes'],
  [5399, '90 minutes'],
  [5400, '2 hours'],
  [129_600, '2 days'],
])('%i seconds are %s', (seconds, texts) => {
  expect(durationText(seconds, 'en')).toBe(texts)
})

test('the duration is in the language of the player', () => {
  expect(durationText(120, 'de')).toBe('2 Minuten')
})
