/** An authenticator app for the demo operators of the desk, whose key is public as their password is. */
import { Secret, TOTP } from 'otpauth'
import type { SandboxRoute } from '../router.ts'
import { page, safe, sheet } from './layout.ts'

export const demoAuthenticatorKey = 'FAIRHOUSEDEMODESKFAIRHOUSEDEMODE'

const refreshSeconds = 5

export function authenticatorRoutes(): SandboxRoute[] {
  return [
    {
      method: 'GET',
      path: '/authenticator',
      handle: () => {
        const code = new TOTP({ secret: Secret.fromBase32(demoAuthenticatorKey) }).generate()
        const body = `<h1>Code of the demo operators</h1><p class="amount">${safe(code)}</p>
<p class="soft">A code is accepted once. It changes every 30 seconds.</p>`
        return page('Authenticator', sheet(body), {
          refreshSeconds,
          banner: 'Sandbox: an authenticator app for the demo operators',
        })
      },
    },
  ]
}
