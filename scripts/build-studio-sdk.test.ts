import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { buildStudioSdk } from './build-studio-sdk.ts'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

// Shows: 11.43
longTest(
  'a studio in one file, built outside this repository with the package of the SDK, passes every conformance check',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-'))
    let studio: ChildProcess | undefined
    onTestFinished(async () => {
      studio?.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
    await buildStudioSdk(join(folder, 'node_modules', '@fairhouse', 'studio-sdk'))
    await mkdir(join(folder, 'node_modules', '@types'))
    for (const types of ['@types/node', 'undici-types'])
      await symlink(join(root, 'node_modules', types), join(folder, 'node_modules', types), 'dir')
    const guide = await readFile(join(root, 'studio-sdk', 'README.md'), 'utf8')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const [port, walletPort] = [await freePort(), await freePort()]
    const check = /```typescript\n([^]*?)```/.exec(guide)![1]!
    await writeFile(join(folder, 'studio.ts'), /```ts\n([^]*?)```/.exec(guide)![1]!)
    await writeFile(join(folder, 'check.ts'), check.replace('5301', `${port}`).replace('5302', `${walletPort}`))
    await writeFile(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2023", "noEmit": true, "types": ["node"] } }',
    )
    await promisify(execFile)(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder])

    const [siteKeys, studioKeys] = [pair(), pair()]
    await writeFile(join(folder, 'site.pem'), siteKeys.privateKey)
    await writeFile(join(folder, 'studio.pub.pem'), studioKeys.publicKey)
    const studioUrl = `http://127.0.0.1:${port}`
    studio = spawn(process.execPath, [join(folder, 'studio.ts')], {
      stdio: 'inherit',
      env: {
        STUDIO_URL: studioUrl,
        WALLET_URL: `http://127.0.0.1:${walletPort}`,
        STUDIO_KEY: studioKeys.privateKey,
        SITE_KEY: siteKeys.publicKey,
      },
    })
    await expect
      .poll(
        () =>
          fetch(studioUrl).then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    const { stdout } = await promisify(execFile)(process.execPath, ['check.ts'], { cwd: folder })
    const findings = stdout.trim().split('\n')
    expect(findings.filter((line) => !line.startsWith('met - '))).toEqual([])
    expect(findings.length).toBeGreaterThan(7)
  },
)
