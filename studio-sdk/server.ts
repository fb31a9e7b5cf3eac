/** A handler for node:http that verifies, parses and answers the site's calls. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CreateReward, ListedGame, NameReward, OpenGame, RewardInfo } from './protocol.ts'
import { isSigned, signatureHeader } from './signature.ts'

export type StudioCalls = {
  games(): ListedGame[]
  /** The address of the game's page; null for an unknown game or currency. */
  open(call: OpenGame): string | null
  createReward(call: CreateReward): boolean
  /** False if the reward is unknown. */
  cancelReward(call: NameReward): boolean
  /** Null if the reward is unknown. */
  rewardInfo(call: NameReward): Omit<RewardInfo, 'status'> | null
}

const bodyBytes = 64 * 1024
const ok = { status: 'RS_OK' } as const
const unknown = { status: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST' } as const

/** Answers a call of the protocol. False if the path (without the studio's prefix and query) belongs to no call. */
export async function answerSite(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { publicKey, calls }: { publicKey: string; calls: StudioCalls },
): Promise<boolean> {
  const answers: Record<string, (body: never) => unknown> = {
    '/game/list': () => calls.games(),
    '/game/url': (body: OpenGame) => {
      const url = calls.open(body)
      return url === null ? { status: 'RS_ERROR_INVALID_GAME' } : { url }
    },
    '/freebet/rewards/create': (body: CreateReward) => (calls.createReward(body) ? ok : { status: 'RS_ERROR_UNKNOWN' }),
    '/freebet/rewards/cancel': (body: NameReward) => (calls.cancelReward(body) ? ok : unknown),
    '/freebet/rewards/info': (body: NameReward) => {
      const info = calls.rewardInfo(body)
      return info ? { ...ok, ...info } : unknown
    },
  }
  const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
  if (!answer || request.method !== 'POST') return false
  const rawBody = await readBody(request)
  const signature = request.headers[signatureHeader]
  if (!rawBody || typeof signature !== 'string' || !isSigned(rawBody, signature, publicKey))
    send(response, 200, { status: 'RS_ERROR_INVALID_SIGNATURE' })
  else
    try {
      send(response, 200, answer(JSON.parse(rawBody.toString()) as never))
    } catch {
      send(response, 200, { status: 'RS_ERROR_WRONG_SYNTAX' })
    }
  return true
}

/** Reads the body; null if it is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > bodyBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
