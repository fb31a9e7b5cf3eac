/** The key pairs of the site and the sandbox's studio, generated once and stored in the data folder. */
import { generateKeyPair, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const Pair = z.object({ privateKey: z.string(), publicKey: z.string() })
const Keys = z.object({ site: Pair, studio: Pair })

/** The keys of each side: its own private key and the public key of the other. */
export type SandboxStudioKeys = {
  site: { privateKey: string; publicKey: string }
  studio: { privateKey: string; publicKey: string }
}

export async function readSandboxStudioKeys(dataDir: string): Promise<SandboxStudioKeys> {
  const file = join(dataDir, 'sandbox-studio-keys.json')
  const read = async () => readFile(file, 'utf8').catch(() => null)
  let text = await read()
  if (text === null) {
    await mkdir(dataDir, { recursive: true })
    const keys = JSON.stringify({ site: await generatePair(), studio: await generatePair() })
    // The file is written under another name and then renamed, so that a concurrent process never reads a part of it.
    const draft = `${file}.${randomUUID()}`
    await writeFile(draft, keys, { mode: 0o600 })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
    text = await read()
  }
  const { site, studio } = Keys.parse(JSON.parse(text!))
  return {
    site: { privateKey: site.privateKey, publicKey: studio.publicKey },
    studio: { privateKey: studio.privateKey, publicKey: site.publicKey },
  }
}

const generate = promisify(generateKeyPair)
async function generatePair(): Promise<z.output<typeof Pair>> {
  return generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}
