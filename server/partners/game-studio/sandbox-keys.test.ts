import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSigned, signBody } from '#studio-sdk/signature.ts'
import { readSandboxStudioKeys } from './sandbox-keys.ts'

test('processes that start concurrently share one pair of keys, in a complete file that nobody else can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [first, ...others] = await Promise.all(Array.from({ length: 3 }, () => readSandboxStudioKeys(folder)))
  for (const other of others) expect(other).toEqual(first)
  expect(await readSandboxStudioKeys(folder)).toEqual(first)
  expect(await readdir(folder)).toEqual(['sandbox-studio-keys.json'])
  expect((await stat(join(folder, 'sandbox-studio-keys.json'))).mode & 0o777).toBe(0o600)
  const { site, studio } = first!
  expect(isSigned('{}', signBody('{}', site.privateKey), studio.publicKey)).toBe(true)
  expect(isSigned('{}', signBody('{}', studio.privateKey), site.publicKey)).toBe(true)
})
