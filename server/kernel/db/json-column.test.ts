import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonColumn, TextsByName } from './json-column.ts'

test('a stored value is returned by its schema, without undeclared properties', () => {
  const read = jsonColumn('bonuses.player_bonuses.terms', z.object({ wagering: z.number() }))
  expect(read({ wagering: 30, former: 'x' })).toEqual({ wagering: 30 })
})

// Shows: ASVS 1.5.2
test('a malformed value throws with column and path, and never with the value itself', () => {
  const read = jsonColumn('payments.invoices.fields', TextsByName)
  expect(() => read({ iban: 4711 })).toThrow(/^payments\.invoices\.fields is malformed \(iban: /)
  expect(() => read({ iban: 4711 })).not.toThrow(/4711/)
  expect(() => read('secret text')).toThrow(/^payments\.invoices\.fields is malformed \(value: (?!.*secret)/)
  expect(() => read(null)).toThrow(/malformed/)
})
