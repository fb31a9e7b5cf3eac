/** Runs one command of the desk. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { findAnything } from '#contract/desk/find.ts'
import { signOut, stepUp } from '#contract/desk/session.ts'
import { requestIn, type Sender, senderOf, unreachable } from './call.ts'
import type { Command } from './commands.ts'
import { helpOf, program } from './help.ts'
import { linesOf } from './print.ts'
import { runSignIn } from './sign-in.ts'
import { type Access, Fault, readAccess, removeStored } from './token.ts'
import { type Input, readWords, UsageError, type Words } from './words.ts'

/** Resolves to the exit code: 0 done, 1 refused, 2 bad usage, 3 not reachable; to null if the desk has no such command. */
export async function runDeskCommand(commands: Command[], words: string[]): Promise<number | null> {
  const isHelp = words[0] === 'help'
  const named = isHelp ? words.slice(1) : words
  try {
    if (named[0] === 'sign-in') return await runSignIn(isHelp ? ['--help'] : named.slice(1))
    const command = commands.find(({ name }) => name === named[0])
    if (!command) return null
    if (!isHelp) return await run(commands, command, named.slice(1))
    console.log(helpOf(command))
    return 0
  } catch (error) {
    if (!(error instanceof Fault || error instanceof UsageError)) throw error
    console.error(error.message)
    return error instanceof Fault ? error.exitCode : 2
  }
}

async function run(commands: Command[], command: Command, words: string[]): Promise<number> {
  let access: Access | null = null
  const send: Sender = (endpoint, input) => senderOf((access ??= readAccess()), commands)(endpoint, input)
  const read = await readWords(command, words, (name) => findPlayer(send, name)).catch((error: unknown) => {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\nHelp: ${program} help ${command.name}`)
    throw error
  })
  if (read.isHelp) {
    console.log(helpOf(command))
    return 0
  }
  const { code, input, madeUpId } = read
  if (code !== null) await send(stepUp, { params: {}, query: {}, body: { code } })
  const { endpoint } = command
  try {
    if (endpoint.isDownload) await download(await send(endpoint, input), read)
    else if (read.isAll) await printAll(send, command, input, read)
    else await print(await send(endpoint, input), command, read, access!)
  } catch (error) {
    if (error instanceof Fault && error.exitCode === 3 && madeUpId !== null)
      throw new Fault(`${error.message}\nRepeat it with --id=${madeUpId}: it is then done once.`, 3)
    throw error
  }
  if (endpoint === signOut) removeStored(access!)
  return 0
}

/** The id of the only player whom a mail address, a phone number or a short id names. */
async function findPlayer(send: Sender, text: string): Promise<string> {
  const checked = findAnything.query.safeParse({ text })
  if (!checked.success) throw new UsageError('<player-id>: enter an id, a mail address or a phone number')
  const answer = await send(findAnything, { params: {}, query: checked.data, body: undefined })
  const players = findAnything.reply.parse(await answer.json()).filter(({ kind }) => kind === 'player')
  if (players.length === 0) throw new Fault(`There is no player ${text}.`)
  if (players.length > 1)
    throw new Fault(`${text} names ${players.length} players: ${program} find-anything --text=${text}`)
  return players[0]!.path.split('/').at(-1)!
}

async function print(answer: Response, command: Command, { isJson }: Words, { url }: Access): Promise<void> {
  const request = await requestIn(answer)
  const text = await textOf(answer, command)
  if (isJson) return write(text)
  if (request !== null)
    return write(
      `Nothing has happened yet: another person has to approve this. The request is ${request}\n` +
        `They decide it at ${url}/requests/${request}, or with: ${program} approve-request ${request}`,
    )
  const reply: unknown = JSON.parse(text)
  await write(linesOf(reply).join('\n'))
  if (command.pageKey && nextOf(reply) !== null)
    console.error(`There are more: add --all, or --${command.pageKey}=${nextOf(reply)}`)
}

/** As a table of all rows, or with --json each page on a line of its own. */
async function printAll(send: Sender, command: Command, input: Input, { isJson }: Words): Promise<void> {
  const pages: Record<string, unknown>[] = []
  let next: string | null = null
  do {
    const query = next === null ? input.query : { ...input.query, [command.pageKey!]: next }
    const text = await textOf(await send(command.endpoint, { ...input, query }), command)
    const page = JSON.parse(text) as Record<string, unknown>
    if (isJson) await write(text)
    else pages.push(page)
    next = nextOf(page)
  } while (next !== null)
  if (isJson) return
  const lists = Object.entries(pages[0]!).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []))
  const joined = lists.map((name) => [name, pages.flatMap((page) => page[name] as unknown[])])
  await write(linesOf({ ...pages[0]!, ...Object.fromEntries(joined) }).join('\n'))
}

const nextOf = (reply: unknown): string | null => (reply as { next?: string | null }).next ?? null

async function textOf(answer: Response, { endpoint }: Command): Promise<string> {
  try {
    return await answer.text()
  } catch (error) {
    throw unreachable(answer.url, endpoint.method, error as Error)
  }
}

async function download(answer: Response, { output }: Words): Promise<void> {
  if (output === null && process.stdout.isTTY)
    throw new UsageError('This is a file: add --output=<path>, or pass it on with |')
  const body = Readable.fromWeb(answer.body as ReadableStream)
  if (output === null) return pipeline(body, process.stdout, { end: false })
  // Never over another file, and readable by its owner only: most of these files are personal data.
  await pipeline(body, createWriteStream(output, { flags: 'wx', mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Fault(error.code === 'EEXIST' ? `${output} exists already.` : `${output}: ${error.message}`)
    },
  )
  console.error(`${output} has the file.`)
}

/** Resolves when a pipe has taken it. */
async function write(text: string): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write(`${text}\n`, () => resolve()))
}
