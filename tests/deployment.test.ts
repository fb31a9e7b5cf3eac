/** Checks that the files of the example deployment agree with each other and with the settings. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, schema } from '#server/settings.ts'
import { directoryOf } from './setup/content.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = (file: string) => read(file).split('\n')

test("secrets and an operator's own files are neither committed nor copied into the image", () => {
  expect(lines('.gitignore')).toEqual(expect.arrayContaining(['.env', '/operator/']))
  expect(lines('.dockerignore')).toEqual(expect.arrayContaining(['.env', 'operator']))
})

test('the example contains every variable without a default and every variable of a demonstration', () => {
  const named = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)(?::[?+]|\})/g)].map(([, name]) => name!)
  expect(named).toContain('SECRET')
  for (const name of named)
    expect(
      lines('.env.example').some((line) => line.startsWith(`${name}=`)),
      name,
    ).toBe(true)
})

test('every setting can be set in .env, and the variables in compose.yaml are settings', () => {
  const app = /\n {2}app:\n([\s\S]*?)\n {2}proxy:/.exec(read('compose.yaml'))![1]!
  expect(app).toContain('    env_file: .env\n')
  const fixed = [.../environment:\n([\s\S]*?)\n {4}\w/.exec(app)![1]!.matchAll(/^ {6}([A-Z_]+):/gm)]
  for (const [, name] of fixed) expect(Object.keys(schema.shape)).toContain(name)
})

test('the proxy of the example sends no country, and the site is configured accordingly', () => {
  const header = /COUNTRY_HEADER: \$\{COUNTRY_HEADER:-(\w+)\}/.exec(read('compose.yaml'))![1]
  expect(readSettings({ COUNTRY_HEADER: header }).countryHeader).toBe('off')
})

test('docs/operations/content.md lists every text that names the brand', () => {
  const section = /## Your own name and legal texts\n([\s\S]*?)\n## /.exec(read('docs/operations/content.md'))![1]!
  const named = readdirSync(join(root, 'content/en')).flatMap((file) =>
    Object.entries(directoryOf(file.replace('.json', '')))
      .filter(([, words]) => JSON.stringify(words).includes('Fairhouse'))
      .map(([key]) => ({ file, key })),
  )
  expect(named.length).toBeGreaterThan(5)
  for (const { file, key } of named) expect(section).toMatch(new RegExp(`\`${file}\`.*\`${key}[\`.]`))
})

test('proxy and image check that the application is ready, only the proxy reaches it, and the image has no second Node or database', () => {
  expect(read('deploy/Caddyfile')).toContain('health_uri /healthz')
  expect(read('Dockerfile')).toContain('/healthz')
  expect(read('Dockerfile')).toContain('RUN npm ci --ignore-scripts --omit=dev --omit=optional\n')
  const compose = read('compose.yaml')
  expect(compose).toContain('      HOST: 0.0.0.0\n')
  expect(/\n {2}app:\n([\s\S]*?)\n {2}proxy:/.exec(compose)![1]).not.toContain('ports:')
  const leaves = Number(/LEAVE_SECONDS:-(\d+)/.exec(compose)![1])
  expect(leaves).toBeGreaterThan(Number(/health_interval (\d+)s/.exec(read('deploy/Caddyfile'))![1]))
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)![1])).toBeGreaterThan(25 + leaves)
})
