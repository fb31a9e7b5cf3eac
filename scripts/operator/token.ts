/** The desk's address and a person's token: from DESK_URL and DESK_TOKEN, or from a file that only its owner can read. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { program } from './help.ts'

/** Ends the command with a sentence: 1 refused, 2 bad usage, 3 not reachable. */
export class Fault extends Error {
  readonly exitCode: 1 | 2 | 3
  constructor(message: string, exitCode: 1 | 2 | 3 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export type Access = { url: string; token: string }

const Stored = z.object({ url: z.string(), token: z.string() })
const tokenShape = /^fht_[\w-]{43}$/

export const tokenFile = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'fairhouse', 'desk.json')

export function readAccess(): Access {
  const { DESK_URL: url, DESK_TOKEN: token } = process.env
  if (token) {
    if (!url) throw new Fault('DESK_TOKEN is set: set DESK_URL, the address of the desk, as well.')
    return { url: deskAddress(url), token: checkToken(token.trim(), 'DESK_TOKEN') }
  }
  const stored = readFile()
  if (!stored) throw new Fault(`You have no token. Create one: ${program} sign-in`)
  // A token is sent only to the desk for which it was created.
  if (url && deskAddress(url) !== stored.url)
    throw new Fault(`DESK_URL is ${url}, and your token is for ${stored.url}. Sign in there: ${program} sign-in`)
  return stored
}

function readFile(): Access | null {
  const file = tokenFile()
  let text: string
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new Fault(`Others can read ${file}, so its token may be known: revoke it at the desk, and sign in again.`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Fault) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Fault(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  const stored = z.string().transform(jsonOrNull).pipe(Stored).safeParse(text)
  if (!stored.success) throw new Fault(`${file} is damaged. Sign in again: ${program} sign-in`)
  return { url: deskAddress(stored.data.url), token: checkToken(stored.data.token, file) }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Never half written, and never with the rights of a file that was there before. */
export function storeAccess(access: Access): string {
  const file = tokenFile()
  const temporary = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(temporary, `${JSON.stringify(access)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(temporary, file)
  return file
}

export function removeStored(access: Access): void {
  const stored = readFile()
  if (stored?.token === access.token) rmSync(tokenFile())
}

export function checkToken(token: string, where: string): string {
  if (!tokenShape.test(token))
    throw new Fault(`${where} is no token of a desk: it begins with fht_ and has 47 characters.`)
  return token
}

/** The origin; a token is not sent without TLS to another machine. */
export function deskAddress(url: string): string {
  const { protocol, hostname, origin } = URL.parse(url) ?? {}
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Fault(`${url} is no address of a desk: it begins with https://, or is localhost.`, 2)
  return origin!
}
