import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs/bugs.ts'
import { apply, root } from './planted-bugs/copy.ts'

test.each(plantedBugs)('the place where this bug would be planted still exists: $name', ({ edits, tests }) => {
  for (const edit of edits) expect(apply(readFileSync(join(root, edit.file), 'utf8'), edit)).not.toBe(readFileSync(join(root, edit.file), 'utf8'))
  for (const each of tests) expect(existsSync(join(root, each))).toBe(true)
})

test('there are at least forty of them', () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(40)
})
