import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const importsOf = /^import (\w+) from '(#web\/|\.[^']*\/)([\w-]+\.module\.css)'$/gm

/** A class that its sheet has lost shows nowhere but on the screen, as text without a shape. */
test('every class that a component takes from its sheet is there', () => {
  const lost: string[] = []
  for (const file of globSync('{web,games}/**/*.tsx', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name, folder, sheet] of text.matchAll(importsOf)) {
      const path = folder === '#web/' ? join(root, 'web', sheet!) : join(root, dirname(file), folder!, sheet!)
      const classes = new Set([...readFileSync(path, 'utf8').matchAll(/\.([a-z][\w-]*)/gi)].map(([, each]) => each))
      const used = [
        ...text.replaceAll(importsOf, '').matchAll(new RegExp(`(?<![\\w.'/-])${name}\\.([a-zA-Z]\\w*)`, 'g')),
      ].map(([, each]) => each!)
      lost.push(
        ...used
          .filter((each) => !classes.has(each))
          .map((each) => `${relative(root, path)}: .${each}, wanted by ${file}`),
      )
    }
  }
  expect(lost).toEqual([])
})
