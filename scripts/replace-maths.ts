/**
 * `npm run replace-maths -- <game>` stores the current maths of a game, before it is changed and given another version.
 * It is refused if the maths has already been changed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { readFigures } from '#games/figures.ts'
import { mathsOf } from '#games/games.ts'
import { mathsSourceTexts } from '#games/maths-hash.ts'
import { readCurrent, type Replaced, replacedFile } from '#games/published/read-published.ts'
import { versions } from '#games/replaced/versions.ts'
import { bundleMaths } from './maths/bundle-maths.ts'
import { digestOf, type KnownRounds, knownRoundsFile, versionName } from './maths/known-rounds.ts'

const folder = new URL('../games/replaced/', import.meta.url)

async function replace(slug: string | undefined): Promise<string> {
  const maths = slug === undefined ? undefined : mathsOf(slug)
  if (!maths || slug === undefined) return fail('Name a game: npm run replace-maths -- ember-forge')
  const { version } = maths
  if (versions.some((each) => each.slug === slug && each.version === version))
    return fail(`${versionName(maths)} is stored already: give the maths another version, then change it.`)
  const known = JSON.parse(await readFile(knownRoundsFile, 'utf8')) as KnownRounds
  if (known[versionName(maths)] !== (await digestOf(maths)))
    return fail(
      `${versionName(maths)} no longer gives its recorded results. Undo the change, run this command, then make the change again.`,
    )
  const published = readCurrent().games.find((game) => game.game === slug && game.version === version)
  if (!published) return fail(`${versionName(maths)} is not published: run node games/published/publish.ts first.`)
  const { mathsHash, maxWinMultiplier } = readFigures(slug)
  const code = await bundleMaths(slug)
  const note = `// ${versionName(maths)}, a copy of the sources with the hash ${mathsHash}. It decides rounds: never change it.\n`
  await writeFile(new URL(`${slug}-${version}.js`, folder), note + code)
  await writeFile(
    new URL(`${slug}-${version}.d.ts`, folder),
    `import type { GameMaths } from '../maths.ts'\n\nexport declare const maths: GameMaths\n`,
  )
  const kept: Replaced = { sources: mathsSourceTexts(slug), game: published }
  await writeFile(replacedFile({ game: slug, version }), `${JSON.stringify(kept, null, 2)}\n`)
  const list = new URL('versions.ts', folder)
  const entry = `  { slug: '${slug}', version: '${version}', maxWinMultiplier: ${maxWinMultiplier}, load: () => import('./${slug}-${version}.js') },\n`
  await writeFile(list, (await readFile(list, 'utf8')).replace(/\]\n$/, `${entry}]\n`))
  return `Stored ${versionName(maths)}. Now change the maths and its version, then run: node games/figures.ts && node games/published/publish.ts && npm run known-rounds`
}

function fail(message: string): string {
  process.exitCode = 1
  return message
}

console.log(await replace(process.argv[2]))
