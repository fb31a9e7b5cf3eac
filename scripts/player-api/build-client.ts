/** Builds the client of the published player API as an npm package. Needs the development dependencies. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { type OpenApi, playerApiFile } from '#server/reference/openapi.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

export async function buildPlayerClient(folder = join(root, 'dist', 'player-api')): Promise<void> {
  const { info } = JSON.parse(await readFile(playerApiFile, 'utf8')) as OpenApi
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const runtime = '@oazapfts/runtime'
  await Promise.all([
    writeFile(join(folder, 'index.ts'), await generateSource(fileURLToPath(playerApiFile), generatorOptions)),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] })),
    copyFile(playerApiFile, join(folder, 'openapi.json')),
    copyFile(join(root, 'docs', 'player-api.md'), join(folder, 'README.md')),
    writeFile(
      join(folder, 'package.json'),
      `${JSON.stringify(
        {
          name: '@fairhouse/player-api',
          version: info.version,
          description: 'Client of the Fairhouse player API, generated from its OpenAPI document.',
          license: 'UNLICENSED',
          type: 'module',
          exports: { '.': { types: './index.d.ts', default: './index.js' }, './openapi.json': './openapi.json' },
          files: ['index.js', 'index.d.ts', 'openapi.json'],
          dependencies: { [runtime]: devDependencies[runtime] },
        },
        null,
        2,
      )}\n`,
    ),
  ])
  await promisify(execFile)(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')])
  await Promise.all(['index.ts', 'tsconfig.json'].map((file) => rm(join(folder, file))))
}

const generatorOptions = { futureStripLegacyMethods: true }
const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  declaration: true,
  rootDir: '.',
}
