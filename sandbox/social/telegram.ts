/**
 * Signs as Telegram does for a bot, and redirects as Telegram's page does: the fields as base64 JSON in the fragment.
 */
import { createHash, createHmac } from 'node:crypto'
import { sandboxBotToken } from './keys.ts'

type Fields = Record<string, string>

/** Adds the `hash` over all fields sorted by name, keyed with the SHA-256 of the bot's token. */
export function signTelegram(token: string, fields: Fields): Fields {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
  return {
    ...fields,
    hash: createHmac('sha256', createHash('sha256').update(token).digest()).update(text).digest('hex'),
  }
}

/** Null if the page was not opened by the site to which it would return. */
export function returnAddress(secret: string, query: URLSearchParams, person: Fields): string | null {
  const to = query.get('return_to') ?? ''
  if (!URL.canParse(to) || new URL(to).origin !== query.get('origin')) return null
  const fields = Object.fromEntries(
    Object.entries({ ...person, auth_date: String(Math.floor(Date.now() / 1000)) }).filter(([, value]) => value !== ''),
  )
  return `${to}#tgAuthResult=${Buffer.from(JSON.stringify(signTelegram(sandboxBotToken(secret), fields))).toString('base64url')}`
}
