import { expect, test } from 'vitest'
import { findOptions } from './find-options.ts'

const options = [
  { value: 'AT', label: 'Österreich', detail: '+43' },
  { value: 'DE', label: 'Deutschland', detail: '+49' },
  { value: 'GG', label: 'Guernsey', detail: '+44' },
  { value: 'PG', label: 'Papua-Neuguinea', detail: '+675' },
  { value: 'CI', label: "Côte d'Ivoire", detail: '+225' },
  { value: 'SA', label: 'السُّعُودِيَّة', detail: '+966' },
]
const found = (query: string) => findOptions(options, query).map(({ value }) => value)

test('an empty query returns all options in their order', () =>
  expect(found(' ')).toEqual(['AT', 'DE', 'GG', 'PG', 'CI', 'SA']))

test.each([
  ['oster', ['AT']],
  ['DEUT', ['DE']],
  ['neu', ['PG']],
  ['cote', ['CI']],
  ['السعودية', ['SA']],
  ['+43', ['AT']],
  ['4', ['AT', 'DE', 'GG']],
  ['de', ['DE']],
  ['sey', ['GG']],
  ['zz', []],
])('%j finds %j', (query, expected) => {
  expect(found(query)).toEqual(expected)
})

test('options that start with the query come before those that contain it', () =>
  expect(found('g')).toEqual(['GG', 'PG']))
