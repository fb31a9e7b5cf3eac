/**
 * `npm run publish-player-api` writes the current player API to contract/player-api.json, from which the client is
 * generated. It raises the minor version, and refuses what would break clients unless `--next-version` is given.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { makePlayerApi, type OpenApi, playerApiFile } from '#server/reference/openapi.ts'
import { formatOpenApi } from './format-openapi.ts'
import { findBreaks } from './player-api/compatibility.ts'

const published = JSON.parse(await readFile(playerApiFile, 'utf8')) as OpenApi
const [major, minor] = published.info.version.split('.').map(Number) as [number, number]
const isNextVersion = process.argv.includes('--next-version')
const breaks = findBreaks(published, makePlayerApi(published.info.version))
if (breaks.length > 0 && !isNextVersion) {
  console.error(`This would break clients of version ${major}:\n${breaks.map((each) => `  ${each}`).join('\n')}`)
  process.exitCode = 1
} else {
  const isChanged = formatOpenApi(makePlayerApi(published.info.version)) !== formatOpenApi(published)
  const version = isNextVersion ? `${major + 1}.0.0` : isChanged ? `${major}.${minor + 1}.0` : published.info.version
  await writeFile(playerApiFile, formatOpenApi(makePlayerApi(version)))
  console.log(isChanged || isNextVersion ? `Published version ${version}.` : `Version ${version} is up to date.`)
}
