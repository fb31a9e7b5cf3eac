/** A minimal router: method and path with `:params`, limited bodies, one place that writes answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type SandboxRequest = {
  method: string
  /** With its query, unchanged: signatures cover it. */
  path: string
  /** The raw body. */
  rawBody: string
  params: Record<string, string>
  query: URLSearchParams
  header(name: string): string | undefined
  /** JSON or form fields; empty without a body. */
  body: Record<string, unknown>
}
export type Answer = {
  status: number
  type: 'json' | 'html' | 'script' | 'redirect'
  body: string
  /** Any page may show it in a frame. */ isFramed?: true
  /** Those that may, and scripts of the sandbox run in it. */ framedBy?: string
  headers?: Record<string, string>
}
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  handle(asked: SandboxRequest): Answer | Promise<Answer>
}

export const json = (status: number, body: unknown): Answer => ({ status, type: 'json', body: JSON.stringify(body) })
export const html = (body: string, status = 200): Answer => ({ status, type: 'html', body })
export const script = (body: string): Answer => ({ status: 200, type: 'script', body })
export const redirect = (to: string): Answer => ({ status: 303, type: 'redirect', body: to })
export const missing = (): Answer => json(404, { error: 'notFound' })

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const contentTypes = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
}

export async function answerRequest(
  routes: SandboxRoute[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let answer: Answer
  try {
    answer = await find(routes, request)
  } catch (error) {
    answer = json(error instanceof BadBody ? 400 : 500, { error: (error as Error).message })
  }
  if (response.destroyed) return
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  }
  if (answer.type === 'redirect') headers.location = answer.body
  else headers['content-type'] = contentTypes[answer.type]
  if (answer.type === 'html') headers['content-security-policy'] = policyOf(answer)
  response.writeHead(answer.status, headers).end(answer.type === 'redirect' ? '' : answer.body)
}

function policyOf({ isFramed, framedBy }: Answer): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'"
  if (framedBy) return `${policy}; script-src 'self'; frame-ancestors ${framedBy}`
  return isFramed ? policy : `${policy}; frame-ancestors 'self'`
}

async function find(routes: SandboxRoute[], request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  for (const route of routes) {
    if (route.method !== request.method) continue
    const params = match(route.path, url.pathname)
    if (!params) continue
    const header = (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const rawBody = request.method === 'POST' ? await readText(request) : ''
    return route.handle({
      method: route.method,
      path: request.url ?? '/',
      rawBody,
      params,
      query: url.searchParams,
      header,
      body: parseBody(rawBody, header('content-type') ?? ''),
    })
  }
  return missing()
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!
    if (part.startsWith(':')) {
      if (!/^[\w;=-]{1,120}$/.test(value)) return null
      params[part.slice(1)] = value
    } else if (part !== value) return null
  }
  return params
}

class BadBody extends Error {}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > 64 * 1024) throw new BadBody('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(body: string, contentType: string): Record<string, unknown> {
  if (body === '') return {}
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    /* answered below with all other invalid bodies */
  }
  throw new BadBody('the body is not a JSON object')
}
