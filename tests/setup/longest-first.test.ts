import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestFiles } from './longest-first.ts'

test('every file that begins early exists', () => {
  const root = join(import.meta.dirname, '../..')
  expect(longestFiles.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
