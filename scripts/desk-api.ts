/**
 * `npm run desk-api` writes the OpenAPI document of the desk to contract/desk-api.json. With `--check` it fails if the
 * file differs from the contract.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { deskApiFile, makeDeskApi } from '#server/http/desk-api.ts'
import { deskRoutes } from '#server/modules.ts'
import { formatOpenApi } from './format-openapi.ts'

const text = formatOpenApi(makeDeskApi(deskRoutes))
if (!process.argv.includes('--check')) await writeFile(deskApiFile, text)
else if ((await readFile(deskApiFile, 'utf8').catch(() => '')) !== text) process.exitCode = 1
