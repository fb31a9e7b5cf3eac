/**
 * An OpenID Connect provider: the real protocol with fictional people. It is created at first use, because most starts
 * never need it.
 */
import { generateKeyPair } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { cookieKey, sandboxClient, sandboxIssuer } from './keys.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { type Person, subjectOf } from './people.ts'

export type Oidc = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The sign-in that the page shows; null if it is over or was never started. */
  read(uid: string): Promise<{ connection: string; clientId: string } | null>
  /**
   * Completes the sign-in as that person or, with null, declines it. Returns the address at which the browser
   * continues.
   */
  decide(uid: string, person: Person | null): Promise<string | null>
}

export const signInPath = '/sign-in'

export function createOidc({ publicUrl, secret }: { publicUrl: () => string; secret: string }): Oidc {
  const signedIn = new Map<string, Person>()
  let providerPromise: Promise<Provider> | undefined
  const provider = () => (providerPromise ??= createProvider(publicUrl(), secret, signedIn))
  const open = async (uid: string) => (await provider()).Interaction.find(uid)
  return {
    async answer(request, response) {
      // The request must look as if the provider were mounted below a path, because it derives its URLs from the
      // difference between the two.
      Object.assign(request, { originalUrl: request.url, url: request.url!.slice('/oidc'.length) || '/' })
      await (await provider()).callback()(request, response)
    },
    async read(uid) {
      const interaction = await open(uid)
      return interaction
        ? { connection: connectionOf(interaction.params), clientId: String(interaction.params.client_id) }
        : null
    },
    async decide(uid, person) {
      const interaction = await open(uid)
      if (!interaction) return null
      const subject = person && subjectOf(connectionOf(interaction.params), person)
      if (person && subject) signedIn.set(subject, person)
      interaction.result = subject
        ? {
            login: {
              accountId: subject,
              remember: false,
              amr: person?.isMultiFactor ? ['pwd', 'otp', 'mfa'] : ['pwd'],
            },
          }
        : { error: 'access_denied', error_description: 'The person declined' }
      await interaction.save(600)
      return interaction.returnTo
    },
  }
}

/** Leaves request bodies unread, because the provider reads them itself. */
export function oidcPlugin(oidc: Oidc): FastifyPluginCallback {
  return (app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      await oidc.answer(request.raw, reply.raw).catch(() => reply.raw.destroy())
    }
    app.all('/oidc', handler)
    app.all('/oidc/*', handler)
    done()
  }
}

function connectionOf(params: Record<string, unknown>): string {
  return typeof params.connection === 'string' && /^[\w-]{1,64}$/.test(params.connection) ? params.connection : 'auth0'
}

async function createProvider(publicUrl: string, secret: string, signedIn: Map<string, Person>): Promise<Provider> {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const { clientId, clientSecret } = sandboxClient(secret)
  const policy = interactionPolicy.base()
  policy.remove('consent')
  // This check asks each time, so that testers can choose a person.
  policy
    .get('login')!
    .checks.add(new interactionPolicy.Check('choose', 'Choose who you are', (ctx) => !ctx.oidc.result?.login))
  const provider = new Provider(sandboxIssuer(publicUrl), {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/never`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [cookieKey(secret)] },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // Most providers include the address in the ID token.
    conformIdTokenClaims: false,
    extraParams: ['connection'],
    interactions: { policy, url: (_ctx, { uid }) => `${signInPath}/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: async (_ctx, subject) => ({
      accountId: subject,
      claims: async () => claimsOf(subject, signedIn.get(subject)),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The sandbox does not know the site's public address, so only the path is checked.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    URL.canParse(uri) && /^\/auth\/social\/[\w-]+\/callback$/.test(new URL(uri).pathname)
  return provider
}

function claimsOf(sub: string, person: Person | undefined) {
  const { email, isVerified, firstName, lastName } = person ?? {
    email: undefined,
    isVerified: false,
    firstName: '',
    lastName: '',
  }
  const name = `${firstName} ${lastName}`.trim()
  return { sub, email, email_verified: isVerified, ...(name && { name, given_name: firstName, family_name: lastName }) }
}
