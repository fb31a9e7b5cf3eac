/** Calls of the desk's endpoints, typed by the contract. */
import type { DeskEndpoint } from '#contract/desk/api.ts'
import type { Waiting as WaitingAnswer } from '#contract/desk/requests.ts'
import type { ErrorReply, ReplyOf, RequestOf } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'

export type CallName = { [E in DeskEndpoint as `${E['method']} ${E['path']}`]: E }
type Request<Name extends keyof CallName> = RequestOf<CallName[Name]>

/** An answer that is an error of the contract; any other failure is a lost connection. */
export class Refused extends Error {
  readonly status: number
  readonly refusal: string
  constructor(status: number, { error }: ErrorReply) {
    super(error.message)
    this.status = status
    this.refusal = error.name
  }
}

/** The call was accepted as a request: nothing has happened yet, and a second person has to approve it. */
export class Waiting extends Error {
  readonly request: string
  constructor({ waiting }: WaitingAnswer) {
    super('the call waits for a second person')
    this.request = waiting.request
  }
}

/** Of the session; empty before it is known. */
let forgeryToken = ''
export function setForgeryToken(token: string): void {
  forgeryToken = token
}

type Sent<Name extends keyof CallName> =
  Record<string, never> extends Request<Name> ? [Request<Name>?] : [Request<Name>]

/** Resolves to the reply. Throws Refused for an error of the contract, and Waiting where a second person must approve. */
export async function call<Name extends keyof CallName>(
  name: Name,
  ...[request]: Sent<Name>
): Promise<ReplyOf<CallName[Name]>> {
  const answer = await send(name, request)
  return (await answer.json()) as ReplyOf<CallName[Name]>
}

/** For an endpoint that answers with a file. */
export async function callForFile<Name extends keyof CallName>(name: Name, ...[request]: Sent<Name>): Promise<Blob> {
  return (await send(name, request)).blob()
}

async function send(name: string, request: object = {}): Promise<Response> {
  const { params, query, body } = request as {
    params?: Record<string, string>
    query?: Record<string, string | number | undefined>
    body?: unknown
  }
  const [method, template] = name.split(' ') as [string, string]
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(params![key]!))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  )
  const answer = await fetch(search.size > 0 ? `${path}?${search}` : path, {
    method,
    headers: {
      'x-desk-token': forgeryToken,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Refused(answer.status, errorIn(await answer.text()))
  if (answer.status === HttpStatus.accepted) throw new Waiting((await answer.json()) as WaitingAnswer)
  return answer
}

/** A proxy's error page is no JSON. */
function errorIn(text: string): ErrorReply {
  try {
    return JSON.parse(text) as ErrorReply
  } catch {
    return { error: { name: 'unreadable', message: 'The desk is not reachable at the moment. Try again.' } }
  }
}
