/** The Sumsub adapter: signed API calls, WebSDK tokens, states and webhooks. */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { isStorable } from '../../kernel/storable.ts'
import { isDigestOf } from './payload-digest.ts'
import type { ApplicantReport, ApplicantState, IdentityCheck } from './port.ts'

export type SumsubOptions = {
  url: string
  appToken: string
  secretKey: string
  /** The current webhook secrets; two while one is being replaced. */
  webhookSecrets: string[]
  level: string
  scriptUrl: string
  clock: { now(): Date }
  timeoutMs?: number
}

const tokenSeconds = 600

const TokenBody = z.object({ token: z.string().min(1) })
const Review = z.object({
  reviewAnswer: z.string().optional(),
  reviewRejectType: z.string().optional(),
  moderationComment: z.string().optional(),
})
const ApplicantBody = z.object({
  id: z.string(),
  externalUserId: z.string(),
  review: z.object({ reviewStatus: z.string(), reviewResult: Review.optional(), reviewDate: z.string().optional() }),
})
const NoticeBody = z.object({
  type: z.string(),
  applicantId: z.string().max(100),
  externalUserId: z.string().optional(),
  reviewStatus: z.string().optional(),
  reviewResult: Review.optional(),
  createdAtMs: z.string().optional(),
  createdAt: z.string().optional(),
})

export function createSumsub(options: SumsubOptions): IdentityCheck {
  const call = caller(options)
  const origins = [new URL(options.scriptUrl).origin, new URL(options.url).origin]
  return {
    name: 'sumsub',
    scriptUrl: options.scriptUrl,
    origins: { scripts: origins.slice(0, 1), frames: [...new Set(origins)] },
    async openToken({ playerId, email, phone }) {
      const identifiers = { ...(email && { email }), ...(phone && { phone: `+${phone}` }) }
      const askedAt = options.clock.now()
      const answer = await call('POST', '/resources/accessTokens/sdk', TokenBody, {
        userId: playerId,
        levelName: options.level,
        ttlInSecs: tokenSeconds,
        ...(Object.keys(identifiers).length > 0 && { applicantIdentifiers: identifiers }),
      })
      if (!answer.ok) return refuse(answer.refusal === 'unknown' ? 'refused' : answer.refusal)
      return ok({ token: answer.value.token, expiresAt: new Date(askedAt.getTime() + tokenSeconds * 1000) })
    },
    async readApplicant(playerId) {
      const answer = await call(
        'GET',
        `/resources/applicants/-;externalUserId=${encodeURIComponent(playerId)}/one`,
        ApplicantBody,
      )
      if (answer.ok) return ok(reportOf(answer.value))
      return answer.refusal === 'unknown' ? ok(null) : refuse('unavailable')
    },
    isGenuine: ({ rawBody, header }) =>
      isDigestOf(rawBody, {
        secrets: options.webhookSecrets,
        digest: header('x-payload-digest'),
        kind: header('x-payload-digest-alg'),
      }),
    readNotice(body) {
      const notice = NoticeBody.safeParse(parseJson(body))
      // A webhook has no id; a repeated one is identical byte for byte.
      return notice.success
        ? { eventId: createHash('sha256').update(body).digest('hex'), report: noticeReport(notice.data) }
        : null
    },
  }
}

type CallRefusal = 'unavailable' | 'refused' | 'unknown'

function caller({ url, appToken, secretKey, clock, timeoutMs = 8000 }: SumsubOptions) {
  return async function call<S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    shape: S,
    body?: unknown,
  ): Promise<Result<z.output<S>, CallRefusal>> {
    const address = new URL(url + path)
    const text = body === undefined ? '' : JSON.stringify(body)
    const seconds = String(Math.floor(clock.now().getTime() / 1000))
    const signature = createHmac('sha256', secretKey)
      .update(seconds + method + address.pathname + address.search + text)
      .digest('hex')
    try {
      const answer = await fetch(address, {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-app-token': appToken,
          'x-app-access-ts': seconds,
          'x-app-access-sig': signature,
        },
        ...(text && { body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const read = await answer.text()
      if (answer.status === HttpStatus.notFound) return refuse('unknown')
      if (
        answer.status >= HttpStatus.badRequest &&
        answer.status < HttpStatus.internalServerError &&
        ![HttpStatus.requestTimeout, HttpStatus.tooEarly, HttpStatus.tooManyRequests].includes(answer.status)
      )
        return refuse('refused')
      const parsed = shape.safeParse(parseJson(read))
      // As for webhooks, an answer with text that cannot be stored is unusable.
      return answer.ok && parsed.success && isStorable(parsed.data) ? ok(parsed.data) : refuse('unavailable')
    } catch {
      return refuse('unavailable')
    }
  }
}

function reportOf({ id, externalUserId, review }: z.output<typeof ApplicantBody>): ApplicantReport {
  const { state, comment } = stateOf(review.reviewStatus, review.reviewResult)
  return {
    playerId: externalUserId,
    applicantId: id,
    state,
    comment,
    saidAt: state === 'open' || state === 'pending' ? null : timeOf(review.reviewDate),
  }
}

/** Webhooks that change the state of a check. All others are ignored. */
const stateNotices = new Set([
  'applicantCreated',
  'applicantPending',
  'applicantPrechecked',
  'applicantOnHold',
  'applicantAwaitingService',
  'applicantAwaitingUser',
  'applicantReviewed',
  'applicantReset',
])

function noticeReport(notice: z.output<typeof NoticeBody>): ApplicantReport | null {
  if (!stateNotices.has(notice.type) || !z.uuid().safeParse(notice.externalUserId).success) return null
  const status = notice.type === 'applicantReset' ? 'init' : (notice.reviewStatus ?? 'init')
  return {
    playerId: notice.externalUserId!,
    applicantId: notice.applicantId,
    ...stateOf(status, notice.reviewResult),
    saidAt: timeOf(notice.createdAtMs ?? notice.createdAt),
  }
}

function stateOf(
  reviewStatus: string,
  result: z.output<typeof Review> = {},
): { state: ApplicantState; comment: string | null } {
  if (reviewStatus === 'init') return { state: 'open', comment: null }
  if (reviewStatus !== 'completed') return { state: 'pending', comment: null }
  if (result.reviewAnswer === 'GREEN') return { state: 'approved', comment: null }
  return {
    state: result.reviewRejectType === 'RETRY' ? 'retry' : 'rejected',
    comment: result.moderationComment?.trim().slice(0, 1000) || null,
  }
}

/** `2026-11-21 13:23:19.111` and `2026-11-21 13:23:19+0000`, both UTC. */
function timeOf(text: string | undefined): Date | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(?:Z|\+00:?00)?$/.exec(text ?? '')
  const time = parts ? new Date(`${parts[1]}T${parts[2]}Z`) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
