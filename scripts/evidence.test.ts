import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gaps, listedRows, mentionedIds } from './evidence.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = listedRows()

test('every clause, attack, fault, change, invariant, requirement and pair is shown by a test, and every id is known', () => {
  const { mentions, misplaced } = mentionedIds()
  expect([...misplaced, ...gaps(rows, mentions)]).toEqual([])
  expect(rows.length).toBeGreaterThan(1000)
})

test('the gaps name ids without a test, unknown ids and ids that occur twice', () => {
  const page = '| Id | Clause |\n| --- | --- |\n| 1.1 | shown |\n| 1.2 | not shown |\n| 1.1 | twice |\n'
  const requirements =
    '| ASVS 1.1 | No shell | |\n| ASVS 1.2 | No shell | `a.ts` |\n| ASVS 1.3 | Not applicable: no XML | |\n'
  const pairs = '| deposit | | bonus, kill |\n| bonus | | |\n| kill | of a process | |\n'
  const mentions = ['1.1', 'pair deposit/kill', '1.4', 'pair bonus/kill'].map((id) => ({
    id,
    file: 'a.test.ts',
    line: 3,
    title: '',
  }))
  expect(gaps(listedRows([page, requirements, pairs]), mentions)).toEqual([
    '1.1: the id occurs twice in the documents',
    '1.2: no test shows it',
    'ASVS 1.1: no test shows it',
    'pair deposit/bonus: no test shows it',
    '1.4: unknown id at a.test.ts:3',
    'pair bonus/kill: unknown id at a.test.ts:3',
  ])
})

test('a heading is the kind of the numbers below it, and `all but` names the other later capabilities', () => {
  const attacks =
    '| Attack | Result |\n| --- | --- |\n| 1 | refused |\n\n| ASVS | Answer |\n| --- | --- |\n| 1.1–2, 2.1 | yes |\n'
  const pairs =
    '| Capability | What is meant | Pairs |\n| --- | --- | --- |\n| deposit | | all but bonus |\n| bonus | | |\n| kill | | |\n'
  const idsOf = (text: string) => listedRows([text]).map(({ id }) => id)
  expect(idsOf(attacks)).toEqual(['attack 1', 'ASVS 1.1', 'ASVS 1.2', 'ASVS 2.1'])
  expect(idsOf(pairs)).toEqual(['pair deposit/kill'])
  expect(() => idsOf(pairs.replace('all but bonus', 'all but bonsu'))).toThrow('no later capability is named bonsu')
})

test('the ids of each kind are in ascending order', () => {
  const numbered = rows.map(({ id }) => id).filter((id) => !id.startsWith('pair '))
  const kindOf = (id: string) => id.split(/(?<=[a-zA-Z]) /).at(-2) ?? 'clause'
  for (const ids of Object.values(Object.groupBy(numbered, kindOf)))
    expect(ids).toEqual(ids!.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
})

test('no row of the documents is only planned', () => {
  const planned = rows.filter(({ cells }) => /\b(planned|todo|tbd|not yet|later issue)\b/i.test(cells.join(' ')))
  expect(planned).toEqual([])
})

/** How many requirements each section has at levels 1 and 2; they are numbered from 1 without gaps. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3
  11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3
  15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const answers = rows.filter(({ id }) => id.startsWith('ASVS '))
const references = answers.flatMap(({ id, cells }) =>
  (cells[1] ?? '').split(', ').flatMap((reference) => (reference ? [{ id, reference }] : [])),
)

test('each of the 253 requirements of ASVS has one row', () => {
  const requirements = sections
    .trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [name, count] = section.split(':')
      return Array.from({ length: Number(count) }, (_, index) => `ASVS ${name}.${index + 1}`)
    })
  expect(requirements).toHaveLength(253)
  expect(answers.map(({ id }) => id)).toEqual(requirements)
})

test('at most six answers deviate, each with its section of a decision', () => {
  const deviations = references.map(({ reference }) => reference).filter((each) => each.startsWith('[Deviation'))
  expect(new Set(deviations).size).toBeLessThanOrEqual(6)
  expect(deviations.filter((each) => !/^\[Deviation \d\]\(decisions\/[\w-]+\.md#[\w-]+\)$/.test(each))).toEqual([])
})

test('the code, settings and pages that answers name exist', () => {
  expect(references.filter(({ reference }) => !exists(reference))).toEqual([])
})

function exists(reference: string): boolean {
  const [, setting] = /^`([A-Z][A-Z0-9_]+)`$/.exec(reference) ?? []
  if (setting) return read('docs/settings.md').includes(`\n| \`${setting}\` |`)
  const [, file, symbol] = /^`([\w./-]+)(?:#(\w+))?`$/.exec(reference) ?? []
  if (file) return existsSync(join(root, file)) && (!symbol || declares(read(file), symbol))
  const [, page, anchor] = /^\[[^\]]+\]\(([\w./-]+\.md)(?:#([\w-]+))?\)$/.exec(reference) ?? []
  if (!page || !existsSync(join(root, 'docs', page))) return false
  return !anchor || anchorsOf(read(join('docs', page))).includes(anchor)
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
