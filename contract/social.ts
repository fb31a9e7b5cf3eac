/** Social sign-in: OpenID Connect connections and direct providers such as Telegram. */
import { captchaRequired } from './captcha.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionReply } from './identity.ts'

/** `state` is JSON text; its `backRoute` is a path of this site to return to. `bonusCode` counts for a new player. */
export const SocialState = z.object({
  backRoute: z.string().max(2000).default('/'),
  bonusCode: z.string().max(64).default(''),
})
const stateInvalid = { status: 422, description: 'Not JSON, or a backRoute that leaves this site' } as const

export const redirectToConnection = endpoint({
  method: 'GET',
  path: '/api/player/sessions/social/auth0/redirect',
  access: 'public',
  summary: 'Redirect to an OpenID Connect provider (302)',
  query: z.object({ state: z.string().max(4000).default('{}'), connection: z.string().max(64).default('') }),
  refusals: { stateInvalid, providerUnknown: { status: 404 } },
})
export const redirectToProvider = endpoint({
  method: 'GET',
  path: '/api/player/sessions/social/{provider}/redirect',
  access: 'public',
  summary: 'Redirect to a social provider (302)',
  params: z.object({ provider: z.string().max(64) }),
  query: z.object({ state: z.string().max(4000).default('{}') }),
  refusals: { stateInvalid, providerUnknown: { status: 404 } },
})
export const signInSocially = endpoint({
  method: 'POST',
  path: '/api/player/sessions/social',
  access: 'public',
  summary: "Sign in or register with a social provider's response",
  /** `query` is the unmodified query string of the callback URL. */
  body: z.object({
    query: z.record(z.string(), z.string().max(8000)),
    provider: z.string().max(64),
    locale: z.string().max(5).optional(),
    fingerprint: z.string().max(128).nullable().optional(),
    affiliateTag: z.string().max(128).nullable().optional(),
  }),
  /** `accessToken` is null when the player has an authenticator: `ticket` plus an authenticator code then opens the session. */
  bodyBytes: 32 * 1024,
  reply: z.object({
    accessToken: z.string().nullable(),
    ticket: z.string().nullable(),
    backRoute: z.string(),
    isNewlyRegistered: z.boolean(),
  }),
  refusals: {
    socialRefused: { status: 422, description: 'Stale, replayed, forged, or declined at the provider' },
    emailUnverified: {
      status: 422,
      code: 12101,
      description: 'the provider confirms no email address, or not one that an account here has',
    },
    accountBlocked: { status: 403 },
    countryRestricted: { status: 422 },
    captchaRequired,
    providerUnavailable: { status: 503 },
  },
})

export const finishSocialSignIn = endpoint({
  method: 'POST',
  path: '/api/player/sessions/social/code',
  access: 'public',
  summary: 'Complete a social sign-in with a code from the authenticator app',
  body: z.object({
    ticket: z.string().max(8000).default(''),
    code: z.string().max(16).default(''),
    fingerprint: z.string().max(128).nullable().optional(),
  }),
  bodyBytes: 12 * 1024,
  reply: SessionReply.extend({ backRoute: z.string() }),
  refusals: {
    ticketInvalid: { status: 422, description: 'Used, expired, or of no sign-in started here' },
    secondFactorWrong: { status: 422, code: 12002 },
    accountBlocked: { status: 403 },
    countryRestricted: { status: 422 },
    tooManyAttempts: { status: 429 },
    captchaRequired,
  },
})
