/** Writes web/design/icon/sprite.svg and its list of names from the drawings. `--check` fails if they are stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawings, marks, mirrored } from '#web/design/icon/draw.ts'

const folder = fileURLToPath(new URL('../web/design/icon/', import.meta.url))
const symbols = Object.entries(drawings).map(
  ([name, path]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
)
// Each part sets its own stroke, because an icon inherits from the elements around it: filled parts need no stroke, and
// lines need butt ends.
for (const [name, parts] of Object.entries(marks)) {
  const drawn = parts.map((part) =>
    'fill' in part
      ? `<path fill="${part.fill}" stroke="none" d="${part.path}"/>`
      : `<path fill="none" stroke="${part.stroke}" stroke-width="${part.width}" stroke-linecap="butt" stroke-linejoin="miter" d="${part.path}"/>`,
  )
  symbols.push(`<symbol id="${name}" viewBox="0 0 24 24">${drawn.join('')}</symbol>`)
}
const sprite = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${symbols.join('')}</svg>\n`
const names = `/** Written by scripts/draw-icons.ts. */
export type IconName = ${[...Object.keys(drawings), ...Object.keys(marks)].map((name) => `'${name}'`).join(' | ')}

export const mirrored = new Set<string>([${[...mirrored].map((name) => `'${name}'`).join(', ')}])
`
for (const [file, text] of [
  ['sprite.svg', sprite],
  ['names.ts', names],
] as const) {
  if (!process.argv.includes('--check')) await writeFile(folder + file, text)
  else if ((await readFile(folder + file, 'utf8').catch(() => '')) !== text) {
    console.error(`web/design/icon/${file} is stale: run node scripts/draw-icons.ts`)
    process.exitCode = 1
  }
}
