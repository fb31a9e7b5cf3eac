import { expect, test } from 'vitest'
import { elementIdOf } from './navigate.ts'

test('a malformed fragment of a link fails no navigation', () => {
  expect(elementIdOf('#spielregeln-f%C3%BCr-alle')).toBe('spielregeln-für-alle')
  expect(elementIdOf('#100%zz')).toBe('100%zz')
})
