/** `sign-in`: creates a token with name, password and code, or stores one that was created at the desk. */
import { hostname, userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createToken, longestTokenDays, readSession, signIn, signOut, tokenName } from '#contract/desk/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { reach } from './call.ts'
import { program } from './help.ts'
import { type Access, checkToken, deskAddress, Fault, storeAccess } from './token.ts'
import { UsageError } from './words.ts'

const usage = `Usage: ${program} sign-in [--desk=<address>] [--name=<of the token>] [--days=<1 to ${longestTokenDays}>] [--token]
Asks for your name, password and code, and stores a token that has your rights until it expires or you revoke it.
With --token it asks for a token that you have created at the desk, under "Your sessions and passkeys".`

export async function runSignIn(words: string[]): Promise<number> {
  const options = readOptions(words)
  if (options.help) {
    console.log(usage)
    return 0
  }
  const ask = asker()
  try {
    const url = deskAddress(options.desk ?? process.env['DESK_URL'] ?? (await ask('Address of the desk: ')))
    const access = options.token
      ? { url, token: checkToken(await ask('Token: ', 'hidden'), 'This') }
      : await create(url, options, ask)
    const name = await nameOf(access)
    console.log(`${storeAccess(access)} has your token. You are ${name} at ${url}.`)
    return 0
  } finally {
    ask.close()
  }
}

function readOptions(words: string[]) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        desk: { type: 'string' },
        name: { type: 'string' },
        days: { type: 'string' },
        token: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const days = values.days === undefined ? undefined : Number(values.days)
    if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= longestTokenDays))
      throw new UsageError(`--days is a number from 1 to ${longestTokenDays}`)
    const name =
      values.name ?? `${userInfo().username}@${hostname()}`.replaceAll(/[^\p{L}\p{N}@._-]/gu, '-').slice(0, 60)
    if (!tokenName.test(name)) throw new UsageError('--name has letters, digits, and . _ - @, at most 60')
    return { ...values, days, name }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

type Ask = ((question: string, how?: 'hidden') => Promise<string>) & { close(): void }

/** From the terminal, where secrets are not shown, or line by line from the input. */
function asker(): Ask {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk as Buffer)
      done()
    },
  })
  const isTerminal = process.stdin.isTTY
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const reader = lines[Symbol.asyncIterator]()
  const ask = async (question: string, how?: 'hidden') => {
    if (isTerminal) process.stderr.write(question)
    isHidden = how === 'hidden'
    const { value, done } = await reader.next()
    isHidden = false
    if (isTerminal && how === 'hidden') process.stderr.write('\n')
    if (done) throw new Fault(`${question.replace(': ', '')} is missing.`, 2)
    return value.trim()
  }
  return Object.assign(ask, { close: () => lines.close() })
}

/** A session of a browser, which ends as soon as it has created the token. */
async function create(
  url: string,
  { name, days }: { name: string; days: number | undefined },
  ask: Ask,
): Promise<Access> {
  const credentials = {
    name: await ask('Your name: '),
    password: await ask('Password: ', 'hidden'),
    code: await ask('Code: '),
  }
  const opened = await send(url, signIn, { origin: url }, credentials)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0]
  const { forgeryToken } = signIn.reply.parse(await opened.json())
  if (!cookie) throw new Fault(`${url} answered without a session: it is no desk.`, 3)
  const headers = { origin: url, cookie, 'x-desk-token': forgeryToken }
  try {
    const created = await send(url, createToken, headers, { name, ...(days !== undefined && { days }) })
    return { url, token: createToken.reply.parse(await created.json()).token }
  } finally {
    await send(url, signOut, headers).catch(() => {})
  }
}

async function nameOf({ url, token }: Access): Promise<string> {
  const answer = await send(url, readSession, { authorization: `Bearer ${token}` })
  return readSession.reply.parse(await answer.json()).name
}

const ErrorBody = z.object({ error: z.object({ name: z.string(), message: z.string() }) })

async function send(url: string, { method, path }: Endpoint, headers: Record<string, string>, body?: object) {
  const answer = await reach(`${url}${path}`, method, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.ok) return answer
  const parsed = ErrorBody.safeParse(await answer.json().catch(() => null))
  if (!parsed.success) throw new Fault(`${url} answered ${answer.status}, and not as a desk does.`, 3)
  const { name, message } = parsed.data.error
  throw new Fault(name === 'tokenNameTaken' ? `${message}, or choose another --name.` : message)
}
