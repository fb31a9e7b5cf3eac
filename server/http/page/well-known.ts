/** Addresses that browsers, password managers and researchers ask for by convention. */
import type { FastifyInstance } from 'fastify'
import type { TextDeps } from '../../deps.ts'
import { supportAddress } from '../../messaging/index.ts'
import { defaultLocale, locales } from '../../kernel/locales.ts'
import type { AppIcons } from './app-icons.ts'
import { redirect } from './send-page.ts'

const dayMs = 86_400_000
/** RFC 9116 advises less than a year. */
const securityTextDays = 180

export function mountWellKnown(app: FastifyInstance, deps: TextDeps, icons: AppIcons): void {
  const { publicUrl } = deps.settings
  // W3C, "A Well-Known URL for Changing Passwords": a password manager opens it as a page.
  app.get('/.well-known/change-password', (_request, reply) => redirect(reply, '/profile/security'))
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // The date is rounded to whole days, so that the text changes only once a day.
    const today = Math.floor(deps.clock.now().getTime() / dayMs)
    const lines = [
      `Contact: mailto:${supportAddress(deps, defaultLocale)}`,
      `Contact: ${publicUrl}/contact`,
      `Expires: ${new Date((today + securityTextDays) * dayMs).toISOString()}`,
      `Preferred-Languages: ${locales.map(({ code }) => code).join(', ')}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
  app.get('/favicon.ico', async (_request, reply) =>
    reply
      .type('image/x-icon')
      .header('cache-control', 'public, max-age=86400')
      .send(iconFile(await icons.draw('favicon-48.png'), 48)),
  )
}

/** An ICO of one picture, which may be a PNG since Windows Vista. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
