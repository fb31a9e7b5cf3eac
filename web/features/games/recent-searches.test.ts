import { expect, test } from 'vitest'
import { withSearch } from './recent-searches.ts'

test('a search comes first, once, and replaces its beginnings; at most six are kept', () => {
  expect(withSearch([], 'fox')).toEqual(['fox'])
  expect(withSearch(['bla', 'fox'], 'black jack')).toEqual(['black jack', 'fox'])
  expect(withSearch(['wheel', 'Fox'], 'fox')).toEqual(['fox', 'wheel'])
  expect(withSearch(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'], 'new')).toEqual(['new', 'a1', 'b1', 'c1', 'd1', 'e1'])
})
