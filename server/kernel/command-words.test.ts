import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { numberOf, readJson, reasonOf, timeOf } from './command-words.ts'

test.each([
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T08:00Z', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01T08:00:30-03:00', '2026-12-01T11:00:30.000Z'],
])('%s is a time', (text, at) => {
  expect(timeOf(text).toISOString()).toBe(at)
})

test.each(['', 'now', '2026-02-30', '2026-02-30T00:00Z', '2026-12-01T08:00', '2026-12-01 (noon)', '1764547200000'])(
  '%j is refused as a time: an impossible day, or a time without its zone, is not guessed',
  (text) => {
    expect(() => timeOf(text)).toThrow('is not a time')
  },
)

test('a number has digits and a decimal point', () => {
  expect(['1.08', '250'].map(numberOf)).toEqual([1.08, 250])
  expect(['', '0x10', '1e3', '1,08', '-1', ' 1'].map(numberOf)).toEqual([NaN, NaN, NaN, NaN, NaN, NaN])
})

test('a reason consists of all remaining words, is required, and is never truncated', () => {
  expect(reasonOf(['asked', 'by', 'support '])).toBe('asked by support')
  expect(() => reasonOf([' '], 'the player sees it')).toThrow('Enter a reason: the player sees it.')
  expect(reasonOf(['x'.repeat(500)])).toHaveLength(500)
  expect(() => reasonOf(['x'.repeat(501)])).toThrow('A reason has at most 500 characters; yours has 501.')
})

test('a file is read as JSON, and its faults are reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.json')
  await expect(readJson('')).rejects.toThrow('Enter the file to read.')
  await expect(readJson(path)).rejects.toThrow(`${path} cannot be read: ENOENT`)
  writeFileSync(path, '{')
  await expect(readJson(path)).rejects.toThrow(`${path} cannot be read: `)
  writeFileSync(path, '{"a":1}')
  expect(await readJson(path)).toEqual({ a: 1 })
})
