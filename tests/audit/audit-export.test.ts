import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadArguments, readArguments } from '#scripts/audit-export.ts'

const now = new Date('2026-11-29T08:00:00Z')

test('a day is read as UTC, and the folder is named after it', () => {
  expect(readArguments(['2026-11-28'], now)).toEqual({
    from: new Date('2026-11-28T00:00:00Z'),
    to: new Date('2026-11-29T00:00:00Z'),
    folder: 'audit-2026-11-28',
  })
  expect(readArguments(['2026-11-28', '--out', 'x'], now).folder).toBe('x')
})

test.each([[], ['yesterday'], ['2026-02-30'], ['2026-11-30'], ['2026-11-28', 'x'], ['2026-11-28', '--into', 'x']])(
  'other words are refused with a sentence: %s',
  (...words) => {
    expect(() => readArguments(words, now)).toThrow(BadArguments)
  },
)

test('a folder that has files is left as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-export-'))
  await writeFile(join(folder, 'mine'), '')
  expect(() => readArguments(['2026-11-28', '--out', folder], now)).toThrow('is not empty')
  await rm(folder, { recursive: true })
})
