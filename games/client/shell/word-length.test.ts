import { expect, test } from 'vitest'
import { lengthOf } from './word-length.ts'

test('long words of the main button are written smaller, so that they fit its circle', () => {
  expect(lengthOf('Drehen')).toBeUndefined()
  expect(lengthOf('Feld wählen')).toBeUndefined()
  expect(lengthOf('Aufsteigen')).toBe('long')
  expect(lengthOf('Keine Versicherung')).toBe('longest')
})
