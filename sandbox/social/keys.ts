/** Addresses and derived secrets that the site and the sandbox's social providers share. */
import { createHmac } from 'node:crypto'

const derive = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex')

export const sandboxIssuer = (url: string): string => `${url}/oidc`
export const sandboxTelegramUrl = (url: string): string => `${url}/telegram/auth`
export const sandboxClient = (secret: string) => ({
  clientId: 'fairhouse',
  clientSecret: derive(secret, 'sandbox social client'),
})
export const sandboxBot = { id: '4200000001', name: 'fairhouse_sandbox_bot' }
/** The token of the bot in Telegram's format. */
export const sandboxBotToken = (secret: string): string => `${sandboxBot.id}:${derive(secret, 'sandbox social bot')}`
export const cookieKey = (secret: string): string => derive(secret, 'sandbox social cookies')
