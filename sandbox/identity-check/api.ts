/** The identity check's API, with signature checks as strict as the provider's, and its browser script and frame. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import { type SandboxRequest, json, type SandboxRoute, script, text } from '../router.ts'
import type { Applicant } from '../state.ts'
import type { Applicants, Decision } from './applicants.ts'
import { donePage, expiredPage, framePage } from './frame.ts'
import { websdk } from './websdk.ts'

export type IdentityKeys = { appToken: string; secretKey: string; webhookSecret: string }
export const identityCheckPath = '/identity-check'

/** Derives the keys, so that the secret shared with the site is sufficient. */
export function sandboxIdentityKeys(secret: string): IdentityKeys {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`identity check ${purpose}`).digest('hex')
  return {
    appToken: `sbx:${derive('app token').slice(0, 24)}`,
    secretKey: derive('api'),
    webhookSecret: derive('notices'),
  }
}

export function identityCheckRoutes(applicants: Applicants, keys: IdentityKeys): SandboxRoute[] {
  const guarded =
    (handle: SandboxRoute['handle']): SandboxRoute['handle'] =>
    (request) =>
      isSigned(keys, request)
        ? handle(request)
        : json(HttpStatus.unauthorized, { code: 401, description: 'Request signature mismatch' })
  const at = (path: string) => identityCheckPath + path
  return [
    {
      method: 'POST',
      path: at('/resources/accessTokens/sdk'),
      handle: guarded(({ body }) => {
        const [userId, levelName, seconds] = [text(body.userId), text(body.levelName), Number(body.ttlInSecs ?? 600)]
        if (!userId || !levelName || !(seconds > 0))
          return json(HttpStatus.badRequest, { code: 400, description: 'userId, levelName and ttlInSecs are needed' })
        return json(HttpStatus.ok, { token: applicants.openToken(userId, levelName, seconds), userId })
      }),
    },
    {
      method: 'GET',
      path: at('/resources/applicants/:who/one'),
      handle: guarded(({ params }) => {
        const applicant = applicants.byUser(params.who!.replace('-;externalUserId=', ''))
        return applicant
          ? json(HttpStatus.ok, describe(applicant))
          : json(HttpStatus.notFound, { code: 404, description: 'Applicant not found' })
      }),
    },
    { method: 'GET', path: at('/websdk.js'), handle: () => script(websdk) },
    {
      method: 'GET',
      path: at('/frame'),
      handle: ({ query }) => {
        const [token, lang] = [query.get('token') ?? '', query.get('lang') ?? '']
        const applicant = applicants.byToken(token)
        return applicant ? framePage({ token, lang }, applicant) : expiredPage(lang)
      },
    },
    {
      method: 'POST',
      path: at('/frame/decide'),
      handle: ({ body }) => {
        const applicant = applicants.byToken(String(body.token))
        const lang = String(body.lang ?? '')
        if (!applicant || !['approve', 'retry', 'reject'].includes(String(body.decision))) return expiredPage(lang)
        applicants.submit(applicant, body.decision as Decision)
        return donePage(lang)
      },
    },
  ]
}

function describe({
  id,
  externalUserId,
  levelName,
  reviewStatus,
  reviewResult,
  reviewDate,
  createdAt,
}: Applicant): object {
  return {
    id,
    externalUserId,
    createdAt,
    review: { levelName, reviewStatus, ...(reviewResult && { reviewResult }), ...(reviewDate && { reviewDate }) },
  }
}

const windowSeconds = 300

function isSigned({ appToken, secretKey }: IdentityKeys, { header, method, path, rawBody }: SandboxRequest): boolean {
  const at = header('x-app-access-ts') ?? ''
  if (
    header('x-app-token') !== appToken ||
    !/^\d{1,12}$/.test(at) ||
    Math.abs(Date.now() / 1000 - Number(at)) > windowSeconds
  )
    return false
  const expected = createHmac('sha256', secretKey)
    .update(at + method + path + rawBody)
    .digest('hex')
  const signature = header('x-app-access-sig') ?? ''
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}
