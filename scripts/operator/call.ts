/** Calls of the desk with a token, and the sentences for what goes wrong. */
import { z } from 'zod'
import { contractHeader, digestOfContract } from '#server/kernel/http/contract-digest.ts'
import { Waiting } from '#contract/desk/requests.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Command } from './commands.ts'
import { program } from './help.ts'
import { type Access, Fault } from './token.ts'
import type { Input } from './words.ts'

const longestMs = 60_000

const ErrorBody = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    retryAfterSeconds: z.number().optional(),
  }),
})

export type Sender = (endpoint: Endpoint, input: Input) => Promise<Response>

/** Resolves to an answer of success; throws Fault for any other. */
export function senderOf({ url, token }: Access, commands: Command[]): Sender {
  return async (endpoint, { params, query, body }) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name]!))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await reach(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, endpoint.method, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw await faultOf(answer, url, commands)
    return answer
  }
}

/** Without redirects: the token is for this address only. */
export async function reach(url: string, method: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method, redirect: 'error', signal: AbortSignal.timeout(longestMs) })
  } catch (error) {
    throw unreachable(url, method, error as Error)
  }
}

export function unreachable(url: string, method: string, error: Error): Fault {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  const { origin } = new URL(url)
  const why = cause?.code ?? cause?.message ?? error.message
  const wasSent = !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(cause?.code ?? '')
  const unknown =
    method !== 'GET' && wasSent ? ' It may have been done all the same: look before you repeat the command.' : ''
  return new Fault(`The desk at ${origin} is not reachable (${why}).${unknown}`, 3)
}

async function faultOf(answer: Response, url: string, commands: Command[]): Promise<Fault> {
  const text = await answer.text().catch(() => '')
  const { status, headers } = answer
  const parsed = z.string().transform(jsonOf).pipe(ErrorBody).safeParse(text)
  if (!parsed.success) return new Fault(`${url} answered ${status}, and not as a desk does.`, 3)
  const { name, message, fields, retryAfterSeconds } = parsed.data.error
  const lines = [
    sentence(message),
    ...Object.entries(fields ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`),
    ...(retryAfterSeconds === undefined ? [] : [`It can succeed in ${retryAfterSeconds} seconds.`]),
    ...(status === HttpStatus.unauthorized ? [`Create a new token: ${program} sign-in`] : []),
    ...(name === 'stepUpRequired' ? ['Add --code=<code of your authenticator>.'] : []),
  ]
  // These answers are also what a desk with other endpoints and rules gives.
  const isPuzzling = status === HttpStatus.notFound || name === 'validation'
  const desk = headers.get(contractHeader)
  if (isPuzzling && desk !== digestOfContract(commands.map(({ endpoint }) => endpoint)))
    lines.push('The desk has another version than this command: use the one that belongs to it.')
  return new Fault(lines.join('\n'), status >= 500 ? 3 : 1)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

/** Of an answer that waits for a second person: the request's id. */
export async function requestIn(answer: Response): Promise<string | null> {
  if (answer.status !== HttpStatus.accepted) return null
  return Waiting.parse(await answer.clone().json()).waiting.request
}
