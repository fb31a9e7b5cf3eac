/** A player of a running site, over HTTP only: registers, deposits through the sandbox, plays, withdraws. */
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { deriveKey } from '#server/kernel/secret.ts'
import type { Site } from '#tests/setup/site.ts'

/** Status 0 stands for no response. */
export type Reply = { status: number; body: any; headers: Headers }
export type Place = Pick<Site, 'url' | 'sandboxUrl' | 'dataDir'>
export type SitePlayer = {
  email: string
  token: string
  id: string
  /** Currency -> account id. */
  accounts: Record<string, string>
  call(method: string, path: string, body?: unknown): Promise<Reply>
  cash(currency?: string): Promise<number>
}

export const password = 'a-Long-pass-9431'

export async function send(
  url: string,
  method: string,
  { token, body, headers }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    const read = await answer.text()
    return { status: answer.status, body: parse(read), headers: answer.headers }
  } catch {
    return { status: 0, body: null, headers: new Headers() }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export async function registerPlayer(
  site: Place,
  {
    currency = 'EUR',
    country = 'DE',
    nickname,
    locale,
  }: { currency?: string; country?: string; nickname?: string; locale?: string } = {},
): Promise<SitePlayer> {
  const email = `${randomUUID()}@example.test`
  const registration = await send(`${site.url}/api/player/register`, 'POST', {
    body: {
      email,
      password,
      password_confirmation: password,
      country,
      currency,
      agreements: 1,
      ...(nickname ? { nickname } : {}),
      ...(locale ? { locale } : {}),
    },
  })
  if (registration.status !== 200)
    throw new Error(`registration answered ${registration.status} ${JSON.stringify(registration.body)}`)
  return playerByToken(site, email, registration.body.accessToken)
}

export async function signInAgain(site: Place, email: string): Promise<SitePlayer> {
  const registration = await send(`${site.url}/api/player/sessions`, 'POST', { body: { login: email, password } })
  if (registration.status !== 200)
    throw new Error(`the sign-in answered ${registration.status} ${JSON.stringify(registration.body)}`)
  return playerByToken(site, email, registration.body.accessToken)
}

/** Returns the same player after a restart, which tokens survive. */
export async function playerByToken(site: Place, email: string, token: string): Promise<SitePlayer> {
  const call = (method: string, path: string, body?: unknown) => send(site.url + path, method, { token, body })
  const list = await call('GET', '/api/wallet/accounts')
  if (list.status !== 200) throw new Error(`accounts answered ${list.status} ${JSON.stringify(list.body)}`)
  const accounts = Object.fromEntries(
    list.body.map((account: { id: string; currency: string }) => [account.currency, account.id]),
  )
  const {
    body: { id },
  } = await call('GET', '/api/player/profile')
  return {
    email,
    token,
    id,
    accounts,
    call,
    async cash(currency = 'EUR') {
      const { body } = await call('GET', '/api/wallet/accounts')
      return body.find((account: { currency: string }) => account.currency === currency).balance
    },
  }
}

export function startDeposit(player: SitePlayer, amount: number, more: Record<string, unknown> = {}): Promise<Reply> {
  return player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    fields: {},
    ...more,
  })
}

/** Decides on the partner's page as the player: `action` is the target of the deposit's form. */
export function decide(action: string, decision: 'pay' | 'decline'): Promise<Reply> {
  return send(`${action}/decide`, 'POST', {
    body: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

/** Deposits and waits for the credit. */
export async function fund(player: SitePlayer, amount: number, more: Record<string, unknown> = {}): Promise<void> {
  const before = await player.cash()
  const { body } = await startDeposit(player, amount, more)
  await decide(body.action, 'pay')
  await until(async () => (await player.cash()) >= before + amount, 'a deposit is credited')
}

const proofs = new WeakMap<SitePlayer, Promise<boolean>>()

/**
 * Does the step-up that the dialog requires for a new destination, with the password, once for all later calls. It is
 * repeated if interrupted.
 */
async function prove(player: SitePlayer): Promise<void> {
  const proof =
    proofs.get(player) ??
    player.call('POST', '/api/player/step-up', { method: 'password', proof: password }).then(
      ({ status }) => status === 200,
      () => false,
    )
  proofs.set(player, proof)
  if (!(await proof)) proofs.delete(player)
}

export async function withdraw(
  player: SitePlayer,
  amount: number,
  idempotencyKey: string = randomUUID(),
): Promise<Reply> {
  await prove(player)
  return player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    idempotencyKey,
    fields: { account_holder: 'Dana Demo', iban: 'DE89370400440532013000' },
  })
}

/** Returns a launch token for a game. */
export async function launchGame(site: Place, player: SitePlayer | null, game = 'dice'): Promise<string> {
  const { body } = await send(`${site.url}/api/game/games/${game}/play`, 'POST', {
    token: player?.token,
    body: { mode: player ? 'real' : 'demo' },
  })
  const token = new URL(body.url, site.url).searchParams.get('token') ?? ''
  // The game's page does the same, so that the first seed pair has the player's own seed.
  if (player && token) await send(`${site.url}/studio/api/session?clientSeed=seed-of-a-test`, 'GET', { token })
  return token
}

/** Plays one round of dice in the studio, as its page requests it. */
export function play(site: Place, seat: string, playId: string = randomUUID(), stake = 100): Promise<Reply> {
  return send(`${site.url}/studio/api/play`, 'POST', {
    token: seat,
    body: { playId, stake, choice: { direction: 'under', target: 4_950 } },
  })
}

export function secretOf(site: Place): string {
  return readFileSync(join(site.dataDir, 'secret'), 'utf8').trim()
}

export type Signing = {
  key?: string
  at?: number
  studio?: string
  signedBody?: string
  headers?: Record<string, string>
}

/** Sends a wallet call as a studio does; correctly signed by default. */
export function studioCall(
  site: Place,
  verb: string,
  body: unknown,
  { key, at, studio = inHouseStudioSlug, signedBody, headers }: Signing = {},
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = at ?? Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key ?? inHouseStudioKeys(secretOf(site)).signingKey)
    .update(`${timestamp}.${signedBody ?? text}`)
    .digest('hex')
  return send(`${site.url}/api/partners/games/${studio}/${verb}`, 'POST', {
    body: text,
    headers: { 'x-studio-timestamp': String(timestamp), 'x-studio-signature': signature, ...headers },
  })
}

/** Sends a webhook as the payment partner does; correctly signed by default. */
export function notice(
  site: Place,
  body: unknown,
  { key, at, signedBody, headers }: Omit<Signing, 'studio'> = {},
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = at ?? Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key ?? deriveKey(secretOf(site), 'sandbox'))
    .update(`${timestamp}.${signedBody ?? text}`)
    .digest('hex')
  return send(`${site.url}/api/partners/payments/sandbox/callback`, 'POST', {
    body: text,
    headers: { 'sandbox-signature': `t=${timestamp},v1=${signature}`, ...headers },
  })
}

export async function until(isSo: () => Promise<boolean>, what: string, withinMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; ;) {
    if (await isSo().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
