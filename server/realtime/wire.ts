/** Centrifugo's JSON protocol: a frame is a sequence of objects separated by newlines, in both directions. */
import { errors, type WireError } from './codes.ts'

/** A client's position in a channel's stream. */
export type Position = { epoch: string; offset: number }

export type Command =
  | { kind: 'pong' }
  | { kind: 'ignored' }
  | { kind: 'connect'; id: number; token: string }
  | { kind: 'refresh'; id: number; token: string }
  | { kind: 'subscribe'; id: number; channel: string; from: Position | null }
  | { kind: 'unsubscribe'; id: number; channel: string }
  | { kind: 'refused'; id: number; error: WireError }

/** Commands of the protocol that this server does not offer to clients. */
const notOffered: Record<string, WireError> = {
  publish: errors.permissionDenied,
  history: errors.notAvailable,
  presence: errors.notAvailable,
  presence_stats: errors.notAvailable,
  sub_refresh: errors.notAvailable,
  rpc: errors.methodNotFound,
}

type Json = Record<string, unknown>

/** The commands of one frame; null if it does not follow the protocol. */
export function decodeFrame(text: string): Command[] | null {
  const commands: Command[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const command = decodeLine(line)
    if (!command) return null
    commands.push(command)
  }
  return commands.length > 0 ? commands : null
}

function decodeLine(line: string): Command | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  return isObject(value) ? decodeCommand(value) : null
}

function decodeCommand(value: Json): Command | null {
  const keys = Object.keys(value)
  if (keys.length === 0) return { kind: 'pong' }
  if (isObject(value.send)) return { kind: 'ignored' }
  const id = value.id
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > 0xffff_ffff) return null
  const method = keys.find((key) => key !== 'id')
  const body = method === undefined ? undefined : value[method]
  if (method === undefined || !isObject(body)) return null
  if (method === 'connect' || method === 'refresh') return withToken(method, id, body)
  if (method === 'subscribe' || method === 'unsubscribe') return withChannel(method, id, body)
  const error = Object.hasOwn(notOffered, method) ? notOffered[method]! : errors.methodNotFound
  return { kind: 'refused', id, error }
}

function withToken(kind: 'connect' | 'refresh', id: number, body: Json): Command | null {
  const token = body.token ?? ''
  return typeof token === 'string' ? { kind, id, token } : null
}

function withChannel(kind: 'subscribe' | 'unsubscribe', id: number, body: Json): Command | null {
  const { channel } = body
  if (typeof channel !== 'string' || channel === '') return null
  if (kind === 'unsubscribe') return { kind, id, channel }
  if (body.recover !== true) return { kind, id, channel, from: null }
  // The client omits an offset of zero and an unknown epoch.
  const offset = body.offset ?? 0
  const epoch = body.epoch ?? ''
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0 || typeof epoch !== 'string')
    return null
  return { kind, id, channel, from: { offset, epoch } }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function resultReply(id: number, method: 'connect' | 'refresh' | 'unsubscribe', result: object): string {
  return `{"id":${id},"${method}":${JSON.stringify(result)}}`
}

export function errorReply(id: number, error: WireError): string {
  return JSON.stringify({ id, error })
}

/** A publication as it appears inside a push and inside a recovered list. `data` is already JSON. */
export function encodePublication(data: string, offset: number | null): string {
  return offset === null ? `{"data":${data}}` : `{"data":${data},"offset":${offset}}`
}

export function encodePush(channel: string, publication: string): string {
  return `{"push":{"channel":${JSON.stringify(channel)},"pub":${publication}}}`
}
