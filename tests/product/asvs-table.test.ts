/** docs/asvs.md answers every requirement of ASVS 5.0, levels 1 and 2, and everything cited exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCited, testTitles } from '#tests/setup/test-titles.ts'

/** How many requirements each section has at levels 1 and 2; they are numbered from 1 without gaps. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3
  11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3
  15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const requirements = sections
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`)
  })

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = read('docs/asvs.md')
  .split('\n')
  .flatMap((line) => {
    const [, number, answer, by] = /^\| (\d+\.\d+\.\d+) \| (.+?) \|(?: (.+))? \|$/.exec(line) ?? []
    return number ? [{ number, answer: answer!, cited: by?.split('<br>') ?? [] }] : []
  })

test('each of the 253 requirements has one row, in their order', () => {
  expect(requirements).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(requirements)
})

test('each is answered, or does not apply for a reason', () => {
  const unanswered = rows.filter(({ answer, cited }) => cited.length === 0 && !/^Not applicable: \S/.test(answer))
  expect(unanswered).toEqual([])
  expect(rows.filter(({ answer }) => /\b(planned|todo|tbd|not yet|later issue)\b/i.test(answer))).toEqual([])
})

test('at most six deviations, each with its section of a decision', () => {
  const deviations = rows.flatMap(({ cited }) => cited.filter((each) => each.startsWith('[Deviation')))
  expect(new Set(deviations).size).toBeLessThanOrEqual(6)
  expect(deviations.filter((each) => !/^\[Deviation \d\]\(decisions\/[\w-]+\.md#[\w-]+\)$/.test(each))).toEqual([])
})

test('everything that docs/asvs.md cites exists; what is renamed is renamed there', () => {
  const missing = rows.flatMap(({ number, cited }) =>
    cited.filter((each) => !exists(each)).map((each) => `${number}: ${each}`),
  )
  expect(missing).toEqual([])
})

const settings = read('docs/settings.md')
const titles = new Map<string, string[][]>()

function exists(cited: string): boolean {
  const [, testFile, title] = /^`([\w./-]+\.tsx?)`: “([^”]+)”$/.exec(cited) ?? []
  if (testFile) return titlesOf(testFile).some((path) => isCited(title!, path))
  const [, setting] = /^`([A-Z][A-Z0-9_]+)`$/.exec(cited) ?? []
  if (setting) return settings.includes(`\n| \`${setting}\` |`)
  const [, file, symbol] = /^`([\w./-]+)(?:#(\w+))?`$/.exec(cited) ?? []
  if (file) return existsSync(join(root, file)) && (!symbol || declares(read(file), symbol))
  const [, page, anchor] = /^\[[^\]]+\]\(([\w./-]+\.md)(?:#([\w-]+))?\)$/.exec(cited) ?? []
  if (!page || !existsSync(join(root, 'docs', page))) return false
  return !anchor || anchorsOf(read(join('docs', page))).includes(anchor)
}

function titlesOf(file: string): string[][] {
  const path = join(root, file)
  if (!titles.has(file)) titles.set(file, existsSync(path) ? testTitles(path) : [])
  return titles.get(file)!
}

function declares(source: string, symbol: string): boolean {
  return new RegExp(`\\b(function|const|class|type) ${symbol}\\b`).test(source)
}

function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
