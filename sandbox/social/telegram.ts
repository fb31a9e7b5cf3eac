/** Signs as Telegram does for a bot, and sends the browser back as Telegram's page does: the fields as base64 JSON in the fragment. */
import { createHash, createHmac } from 'node:crypto'
import { sandboxBotToken } from './keys.ts'

type Fields = Record<string, string>

/** `hash` over all fields in the order of their names, keyed by the SHA-256 of the bot's token. */
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

/** Null where the page was not asked by the site that it would go back to. */
export function sendBack(secret: string, query: URLSearchParams, person: Fields): string | null {
  const to = query.get('return_to') ?? ''
  if (!URL.canParse(to) || new URL(to).origin !== query.get('origin')) return null
  const filled = Object.fromEntries(
    Object.entries({ ...person, auth_date: String(Math.floor(Date.now() / 1000)) }).filter(([, value]) => value !== ''),
  )
  return `${to}#tgAuthResult=${Buffer.from(JSON.stringify(signTelegram(sandboxBotToken(secret), filled))).toString('base64url')}`
}
