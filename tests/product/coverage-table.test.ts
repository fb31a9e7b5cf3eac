/** docs/coverage.md names a test for every clause of the specification, and each test exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isCited, testTitles } from '#tests/setup/test-titles.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/coverage.md'), 'utf8')
const rows = text.split('\n').flatMap((line) => {
  const [, number, clause, shown] = /^\| (\d+(?:\.\d+)+) \| (.+) \| (.+) \|$/.exec(line) ?? []
  return number ? [{ number, clause: clause!, shown: shown! }] : []
})
const cited = rows.flatMap(({ number, shown }) =>
  [...shown.matchAll(/`([\w./-]+\.tsx?)`: “([^”]+)”/g)].map(([, file, title]) => ({
    number,
    file: file!,
    title: title!,
  })),
)

test('every clause has one row, in the order of the numbers, and at least one test', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(text.split('\n').filter((line) => /^\| \d/.test(line))).toHaveLength(rows.length)
  const sortable = (number: string) =>
    number
      .split('.')
      .map((part) => part.padStart(3, '0'))
      .join('.')
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => (sortable(a) < sortable(b) ? -1 : 1)))
  expect(rows.filter(({ number }) => !cited.some((each) => each.number === number))).toEqual([])
  expect(rows.filter(({ shown }) => !/^(`[^`]+`: “[^”]+”(<br>|$))+$/.test(shown))).toEqual([])
})

test('no clause is only planned', () => {
  expect(rows.filter(({ clause }) => /\b(planned|todo|tbd|not yet|later issue)\b/i.test(clause))).toEqual([])
})

test('every test named in docs/coverage.md exists; a renamed test is renamed there', () => {
  const titles = new Map<string, string[][]>()
  const titlesOf = (file: string) => {
    const path = join(root, file)
    if (!titles.has(file)) titles.set(file, existsSync(path) ? testTitles(path) : [])
    return titles.get(file)!
  }
  const missing = cited
    .filter(({ file, title }) => !titlesOf(file).some((path) => isCited(title, path)))
    .map(({ number, file, title }) => `${number}: ${file} has no test “${title}”`)
  expect(missing).toEqual([])
})

describe('the titles of a file', () => {
  const source = `
    import { test as base } from 'x'
    const { test } = siteTest()
    test('plain', () => { inner('no test') })
    // test('in a comment', () => {})
    const text = "test('in a string', () => {})"
    test.each([['(', ')']])('%s of a row', () => {})
    test.skip('skipped', () => {})
    describe.skip('nothing', () => { test('in it', () => {}) })
    describe.each(table)('group $name', () => {
      test(\`of \${count} rows\`, () => {})
      test.for(rows)('it\\'s "quoted"', async ([a], { enter }) => {})
    })`
  const titles = testTitles('x.test.ts', source)

  test('are those of its tests with their groups, not of text, comments or skipped tests', () => {
    expect(titles).toEqual([
      ['plain'],
      ['%s of a row'],
      ['group $name', 'of ${…} rows'],
      ['group $name', 'it\'s "quoted"'],
    ])
  })

  test('are cited from their beginning, alone or after their group', () => {
    const isFound = (citation: string) => titles.some((path) => isCited(citation, path))
    expect(['pla', 'of ${…} rows', 'group $name › of', 'group $name'].map(isFound)).toEqual([true, true, true, true])
    expect(['lain', 'group $name › plain', 'rows'].map(isFound)).toEqual([false, false, false])
  })
})
