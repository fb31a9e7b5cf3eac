/** Security headers of every answer; pages, files and games replace the policy with their own. */
import type { FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

export function securityHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): (reply: FastifyReply) => void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'self'; object-src 'none'; base-uri 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  return (reply) => void reply.headers(headers)
}
