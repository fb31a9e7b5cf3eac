import { expect, test } from 'vitest'
import { labelOf } from '#desk/labels.ts'
import '#server/modules.ts'
import { everyKind } from './kinds.ts'

test('every kind of movement has a name at the desk', () => {
  const kinds = everyKind().map(({ name }) => name)
  expect(kinds.length).toBeGreaterThan(50)
  expect(kinds.filter((kind) => labelOf(`players.what.${kind}`) === `players.what.${kind}`)).toEqual([])
})
