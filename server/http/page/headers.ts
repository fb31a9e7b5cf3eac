/** Security headers of pages (design rule 17): scripts and styles by nonce, frames and forms by list. */
import type { FastifyReply } from 'fastify'
import type { Settings } from '../../settings.ts'

export type Policy = (reply: FastifyReply, nonce: string) => void

export function pagePolicy(settings: Settings, { isDevelopment }: { isDevelopment: boolean }): Policy {
  const partners = [...settings.frameHosts, ...(settings.sandbox.isEnabled ? [new URL(settings.sandbox.url).origin] : [])]
  const frames = ["'self'", ...partners].join(' ')
  const forms = ["'self'", ...partners, ...settings.redirectHosts.map((host) => `https://${host}`)].join(' ')
  const isSecure = settings.publicUrl.startsWith('https:')
  return (reply, nonce) => {
    reply.headers({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // The development server writes scripts and styles of its own, without nonces.
    if (isDevelopment) return
    reply.header('content-security-policy', [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `frame-src ${frames}`,
      `form-action ${forms}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "object-src 'none'",
    ].join('; '))
  }
}
