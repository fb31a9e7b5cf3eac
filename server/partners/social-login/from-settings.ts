/** The configured social sign-in providers; if the sandbox runs, it replaces those that are not configured. */
import { sandboxBotToken, sandboxClient, sandboxIssuer, sandboxTelegramUrl } from '#sandbox/social/keys.ts'
import type { Settings } from '../../settings.ts'
import { createOidcLogin } from './oidc.ts'
import type { SocialLogin } from './port.ts'
import { createTelegramLogin } from './telegram.ts'

export function socialLoginsOf({ social, sandbox }: Pick<Settings, 'social' | 'sandbox'>): SocialLogin[] {
  const sandboxOrNull = sandbox.isEnabled ? sandbox : null
  const auth0 =
    social.auth0 ??
    (sandboxOrNull && { issuer: sandboxIssuer(sandboxOrNull.url), ...sandboxClient(sandboxOrNull.secret) })
  const telegram =
    social.telegram ??
    (sandboxOrNull && { token: sandboxBotToken(sandboxOrNull.secret), authUrl: sandboxTelegramUrl(sandboxOrNull.url) })
  return [
    ...(auth0 ? [createOidcLogin({ id: 'auth0', name: 'Auth0', hasConnections: true, ...auth0 })] : []),
    ...social.providers.map((provider) => createOidcLogin(provider)),
    ...(telegram ? [createTelegramLogin(telegram)] : []),
  ]
}
