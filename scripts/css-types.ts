/**
 * Writes type declarations of CSS modules, one for each style sheet, to the virtual tree `.cache/css-types`, which
 * tsconfig's `rootDirs` merges with the sources, so that an undefined class is a type error.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'

const root = join(import.meta.dirname, '..')
const target = join(root, '.cache', 'css-types')

/** Rewrites all declarations and returns their number. */
export function writeCssTypes(): number {
  rmSync(target, { recursive: true, force: true })
  const sheets = globSync('{web,games}/**/*.module.css', { cwd: root })
  for (const sheet of sheets) {
    const file = join(target, sheet.replace(/\.css$/, '.d.css.ts'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, declaration(classesOf(readFileSync(join(root, sheet)), sheet)))
  }
  return sheets.length
}

/** Class names in alphabetical order. Throws if the style sheet does not parse. */
export function classesOf(code: Uint8Array, filename: string): string[] {
  const { exports } = transform({ filename, code, cssModules: true })
  return Object.keys(exports ?? {}).toSorted()
}

function declaration(classes: string[]): string {
  const members = classes.map((name) => `  readonly ${JSON.stringify(name)}: string`)
  return ['declare const styles: {', ...members, '}', 'export default styles', ''].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`${writeCssTypes()} declarations of style sheets written.`)
