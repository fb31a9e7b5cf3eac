/** Security headers of pages (design rule 17): scripts and styles by nonce, frames and forms by list. */
import type { FastifyReply } from 'fastify'
import type { IdentityCheck } from '../../partners/identity-check/port.ts'
import { paymentOrigins } from '../../partners/payments/settings.ts'
import type { Settings } from '../../settings.ts'

export type Policy = (reply: FastifyReply, nonce: string, path: string) => void

/**
 * The only page that embeds the identity check, in any locale. It is always loaded as a document, so no other page
 * runs under its policy.
 */
const checkPage = /^(\/[a-z]{2}(-[A-Z]{2})?)?\/profile\/verification\/?$/
/** The only page that loads the sportsbook's client; it is always loaded as a document too. */
const bettingPage = /^(\/[a-z]{2}(-[A-Z]{2})?)?\/betting(\/|$)/
const noOrigins = { scripts: [] as string[], frames: [] as string[] }

type PolicyOptions = { isDevelopment: boolean; identityCheck: IdentityCheck | null }

export function pagePolicy(settings: Settings, { isDevelopment, identityCheck }: PolicyOptions): Policy {
  const partners = [
    ...settings.frameHosts,
    ...settings.studios.flatMap(({ frames }) => frames.map((address) => new URL(address).origin)),
    ...paymentOrigins(settings.payments),
    ...(settings.sandbox.isEnabled ? [new URL(settings.sandbox.url).origin] : []),
  ]
  const forms = ["'self'", ...partners, ...settings.redirectHosts.map((host) => `https://${host}`)].join(' ')
  // The tag manager's script is allowed by nonce; its measurements are sent to these hosts.
  const measuring =
    settings.gtm === null
      ? ''
      : ' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com'
  const chat = settings.chat.widget?.origins ?? []
  const ofChat = chat.map((origin) => ` ${origin}`).join('')
  const sportsbook = settings.sportsbook ? new URL(settings.sportsbook.host).origin : null
  const isSecure = settings.publicUrl.startsWith('https:')
  return (reply, nonce, path) => {
    const check = identityCheck && checkPage.test(path) ? identityCheck.origins : noOrigins
    const book = sportsbook && bettingPage.test(path) ? sportsbook : null
    const ofBook = book ? ` ${book}` : ''
    // The sportsbook's feed of odds is a WebSocket.
    const connections = `${measuring}${ofChat}${ofBook}${book ? ` ${book.replace(/^http/, 'ws')}` : ''}`
    const frames = [...new Set(["'self'", ...partners, ...chat, ...check.frames])].join(' ')
    const cameras = check.frames.length > 0 ? `(self ${check.frames.map((origin) => `"${origin}"`).join(' ')})` : '()'
    reply.headers({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': `camera=${cameras}, microphone=${cameras}, geolocation=(), payment=()`,
    })
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // The development server injects its own scripts and styles without nonces.
    if (isDevelopment) return
    reply.header(
      'content-security-policy',
      [
        "default-src 'self'",
        [`script-src 'self' 'nonce-${nonce}'`, ...chat, ...check.scripts, ...(book ? [book] : [])].join(' '),
        `style-src 'self' 'nonce-${nonce}'${ofChat}`,
        "style-src-attr 'unsafe-inline'",
        `img-src 'self' data: blob:${measuring}${ofChat}${ofBook}`,
        ...(connections ? [`connect-src 'self'${connections}`] : []),
        `frame-src ${frames}`,
        `form-action ${forms}`,
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ].join('; '),
    )
  }
}
