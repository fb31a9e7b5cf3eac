/** A router for a little server: method and path with `:params`, bodies read with a cap, answers written in one place. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Asked = {
  params: Record<string, string>
  query: URLSearchParams
  header(name: string): string | undefined
  /** JSON or form fields, whichever came; empty where neither did. */
  body: Record<string, unknown>
}
export type Answer = { status: number; type: 'json' | 'html' | 'redirect'; body: string }
export type SandboxRoute = { method: 'GET' | 'POST'; path: string; handle(asked: Asked): Answer | Promise<Answer> }

export const json = (status: number, body: unknown): Answer => ({ status, type: 'json', body: JSON.stringify(body) })
export const html = (body: string, status = 200): Answer => ({ status, type: 'html', body })
export const redirect = (to: string): Answer => ({ status: 303, type: 'redirect', body: to })
export const missing = (): Answer => json(404, { error: 'notFound' })

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export async function answerRequest(routes: SandboxRoute[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  let answer: Answer
  try {
    answer = await find(routes, request)
  } catch (error) {
    answer = json(error instanceof BadBody ? 400 : 500, { error: (error as Error).message })
  }
  if (response.destroyed) return
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
  if (answer.type === 'redirect') headers.location = answer.body
  else headers['content-type'] = answer.type === 'json' ? 'application/json' : 'text/html; charset=utf-8'
  if (answer.type === 'html') headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'"
  response.writeHead(answer.status, headers).end(answer.type === 'redirect' ? '' : answer.body)
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
    return route.handle({ params, query: url.searchParams, header, body: request.method === 'POST' ? await readBody(request) : {} })
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
      if (!/^[\w-]{1,80}$/.test(value)) return null
      params[part.slice(1)] = value
    } else if (part !== value) return null
  }
  return params
}

class BadBody extends Error {}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > 64 * 1024) throw new BadBody('the body is too large')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks).toString('utf8')
  if (body === '') return {}
  if (!(request.headers['content-type'] ?? '').includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch { /* answered below with every other unusable body */ }
  throw new BadBody('the body is not a JSON object')
}
