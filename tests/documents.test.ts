/** Checks that the Markdown documents contain nothing twice, and that what they refer to exists. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const excluded = ['node_modules', 'data', 'dist', '.cache']
const documents = globSync('**/*.md', { cwd: root, exclude: (path) => excluded.includes(path) })
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const duplicatesIn = (all: string[]) => all.filter((each, index) => all.indexOf(each) !== index)

test('no heading of a section and no long line is in a document twice', () => {
  const found = documents.flatMap((path) => {
    const lines = textOf(path).split('\n')
    return duplicatesIn(lines.filter((line) => line.startsWith('## ') || line.length > 80)).map(
      (line) => `${path}: ${line}`,
    )
  })
  expect(found).toEqual([])
})

test('links between files lead to files', () => {
  const found = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(path), decodeURI(target))))
      .map((target) => `${path}: ${target}`),
  )
  expect(found).toEqual([])
})

/** The anchors that GitHub gives the headings of a document. */
function anchorsIn(path: string): string[] {
  const prose = textOf(path).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('links to a section of a document lead to its heading', () => {
  const found = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\(((?:[^)#\s:]+\.md)?)#([^)\s]+)\)/g)]
      .map(([, target = '', anchor = '']) => [target ? join(dirname(path), target) : path, anchor] as const)
      .filter(([target, anchor]) => !anchorsIn(target).includes(anchor))
      .map(([target, anchor]) => `${path}: ${target}#${anchor}`),
  )
  expect(found).toEqual([])
})

test('npm commands in the documents exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const found = documents.flatMap((path) =>
    [...textOf(path).matchAll(/npm run ([a-z][\w:-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('each folder of server/ has a README of at most 2 kB, which names files that exist', () => {
  const folders = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const found = folders.flatMap(({ name }) => {
    const path = `server/${name}/README.md`
    if (!existsSync(join(root, path))) return [`${path} is missing`]
    const text = textOf(path)
    const inside = readdirSync(join(root, 'server', name), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${file}`,
    )
    const unknown = [...text.matchAll(/`([\w./-]+\.(?:ts|sql))`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)) && !inside.some((each) => each.endsWith(`/${file}`)))
    const isLong = Buffer.byteLength(text) > 2000
    return [...unknown.map((file) => `${path}: ${file}`), ...(isLong ? [`${path} is too long`] : [])]
  })
  expect(found).toEqual([])
})
