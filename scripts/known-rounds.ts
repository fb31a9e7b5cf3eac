/** `npm run known-rounds` records the results of new versions of games. The record of a version is never changed. */
import { readFile, writeFile } from 'node:fs/promises'
import { games } from '#games/games.ts'
import { digestOf, type KnownRounds, knownRoundsFile, versionName } from './maths/known-rounds.ts'

const known = JSON.parse(await readFile(knownRoundsFile, 'utf8')) as KnownRounds
const newVersions = games.filter((maths) => !(versionName(maths) in known))
for (const maths of newVersions) known[versionName(maths)] = await digestOf(maths)
const entries = Object.entries(known).toSorted(([one], [other]) => (one < other ? -1 : 1))
await writeFile(knownRoundsFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
console.log(
  newVersions.length > 0 ? `Recorded ${newVersions.map(versionName).join(', ')}.` : 'Every version is recorded.',
)
