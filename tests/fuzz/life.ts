/**
 * The state of one sequence of requests: its people, and the steps that bring one into the state that an operation
 * needs.
 */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { report } from '#sandbox/payments/payments.ts'
import { reportPayout } from '#sandbox/payments/payouts.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { authenticator } from '#tests/setup/authenticator.ts'
import { passProvider } from '#tests/setup/social.ts'
import { signatureOf } from './signatures.ts'
import type { Answer, FuzzSite, Loose, Request } from './site.ts'

export type Person = {
  email: string
  password: string
  /** The address is in its own block, so that people do not share limits. */
  ip: string
  token: string | null
  isRegistered: boolean
  totp: { secret: string; recoveryCodes: string[] } | null
  key: ReturnType<typeof authenticator> | null
}

/** This person cannot reach the state that an operation needs: a limit is set, or an account is closed. */
export class Unreachable extends Error {}

export type Life = {
  site: FuzzSite
  me: Person
  /** People who came before `me` in this sequence. */
  others: Person[]
  /** Makes the next operation begin with a new person. */
  renew(): void
  by(person: Person | null, request?: Request): Request
  /** Makes `me` the sender of the request, signed in. */
  mine(request?: Request): Promise<Request>
  need(name: string, request: Request): Promise<Loose>
  signIn(): Promise<void>
  proven(): Promise<void>
  accounts(): Promise<Loose[]>
  account(currency?: string): Promise<Loose>
  code(): string
  withTotp(): Promise<void>
  withPasskey(): Promise<void>
  openDeposit(amount: number, more?: object, currency?: string): Promise<string>
  deposit(amount: number, more?: object, currency?: string): Promise<void>
  withdrawal(amount: number): Promise<Loose>
  launch(game: string): Promise<string>
  /** Plays a round at the in-house studio as its page does. */
  play(game: string, wish: { stake: unknown; choice?: unknown; playId?: unknown }): Promise<Answer>
  socialQuery(form: Record<string, string>): Promise<Record<string, string>>
  mailed(to: string, pattern: RegExp): Promise<string>
}

let people = 0
export function newPerson(): Person {
  const number = ++people
  return {
    email: `p${randomUUID()}@example.com`,
    password: 'a quiet harbour',
    ip: `10.${Math.floor(number / 250) % 250}.${number % 250}.7`,
    token: null,
    isRegistered: false,
    totp: null,
    key: null,
  }
}

export function newLife(site: FuzzSite): Life {
  const { app, deps, sandbox, inbox } = site
  const life: Life = {
    site,
    me: newPerson(),
    others: [],
    renew() {
      life.others.push(life.me)
      life.me = newPerson()
    },
    by: (person, request = {}) => ({
      ...request,
      token: person?.token ?? null,
      headers: { 'x-forwarded-for': (person ?? life.me).ip, ...request.headers },
    }),
    async mine(request) {
      await life.signIn()
      return life.by(life.me, request)
    },
    async need(name, request) {
      const signed = { ...request, headers: { ...request.headers, ...signatureOf(deps, name, request) } }
      const answer: Answer = await site.ask(name, signed)
      if (answer.status < 400) return answer.body
      throw new Unreachable(`${name} answered ${answer.status} ${JSON.stringify(answer.body.error)}`)
    },
    async signIn() {
      const { me } = life
      if (me.token && (await site.ask('readProfile', life.by(me))).status < 400) return
      if (!me.isRegistered) {
        me.isRegistered = true
        const body = { email: me.email, password: me.password, country: 'DE', currency: 'EUR', agreements: 1 }
        me.token = (await life.need('register', life.by(null, { body }))).accessToken
        return
      }
      me.token = null
      const body = {
        login: me.email,
        password: me.password,
        ...(me.totp ? { code: life.code() } : {}),
        fingerprint: 'f'.repeat(32),
      }
      me.token = (await life.need('signIn', life.by(null, { body }))).accessToken
    },
    async proven() {
      await life.signIn()
      const { methods = [], validUntil } = await life.need('readStepUp', life.by(life.me))
      if (validUntil && Date.parse(validUntil) > deps.clock.now().getTime()) return
      const body = methods.includes('totp')
        ? { method: 'totp', proof: life.code() }
        : { method: 'password', proof: life.me.password }
      await life.need('stepUp', life.by(life.me, { body }))
    },
    accounts: async () => life.need('listAccounts', await life.mine()),
    async account(currency = 'EUR') {
      const found = (await life.accounts()).find((account) => account.currency === currency)
      return found ?? life.need('createAccount', await life.mine({ body: { currency } }))
    },
    /** Returns a new code, because each is accepted only once. */
    code() {
      app.moveClock(60_000)
      const { secret } = life.me.totp!
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: deps.clock.now().getTime() })
    },
    async withTotp() {
      if (life.me.totp) return life.signIn()
      await life.proven()
      const { secret } = await life.need('beginTotp', life.by(life.me, { body: {} }))
      life.me.totp = { secret, recoveryCodes: [] }
      const code = life.code()
      life.me.totp = null
      const { recoveryCodes } = await life.need('confirmTotp', life.by(life.me, { body: { code } }))
      life.me.totp = { secret, recoveryCodes }
    },
    async withPasskey() {
      if (life.me.key) return life.signIn()
      const request = await preparedPasskey(life)
      await life.need('addPasskey', request)
    },
    async openDeposit(amount, more = {}, currency = 'EUR') {
      const { id } = await life.account(currency)
      const body = { method: 'sandbox.card', currency, amount, accountId: id, fields: {}, ...more }
      return (await life.need('startDeposit', await life.mine({ body }))).invoiceId
    },
    async deposit(amount, more, currency) {
      const invoiceId = await life.openDeposit(amount, more, currency)
      sandbox.payments.decide(sandbox.payments.byReference(invoiceId)!.id, 'pay')
      await life.need('paymentWebhook', paymentReport(life, invoiceId))
    },
    async withdrawal(amount) {
      await life.deposit(amount * 2)
      return life.need('startWithdrawal', await withdrawalOf(life, amount))
    },
    async launch(game) {
      const { url } = await life.need('playGame', await life.mine({ params: { id: game }, body: { mode: 'real' } }))
      const token = new URL(url, 'http://house.test').searchParams.get('token')!
      await site.send({ method: 'GET', url: '/studio/api/session?clientSeed=fuzz', token, ip: life.me.ip })
      return token
    },
    async play(game, { stake, choice, playId }) {
      if ((await life.account()).balance < 1000) await life.deposit(10_000)
      const defaultChoice = game === 'dice' ? { direction: 'under', target: 4950 } : null
      return site.send({
        method: 'POST',
        url: '/studio/api/play',
        token: await life.launch(game),
        payload: { playId: playId ?? randomUUID(), stake, choice: choice ?? defaultChoice },
        ip: life.me.ip,
      })
    },
    async socialQuery(form) {
      const query = { state: JSON.stringify({ backRoute: '/' }), connection: 'google-oauth2' }
      const { headers } = await site.ask('redirectToConnection', life.by(null, { query }))
      return passProvider(new URL(String(headers.location)), form)
    },
    async mailed(to, pattern) {
      const found = (await inbox.all({ to })).findLast(({ text }) => pattern.test(text))
      if (!found) throw new Unreachable(`no mail with ${pattern} came to ${to}`)
      return pattern.exec(found.text)![1]!
    },
  }
  return life
}

export async function preparedPasskey(life: Life): Promise<Request> {
  await life.proven()
  const { challenge } = await life.need('beginPasskey', life.by(life.me, { body: {} }))
  const key = authenticator({ origin: 'http://house.test', partyId: 'house.test' })
  life.me.key = key
  return life.by(life.me, { body: { name: 'Laptop', attestation: key.create({ challenge }) } })
}

export async function withdrawalOf(life: Life, amount: number): Promise<Request> {
  const { id } = await life.account()
  await life.proven()
  return life.by(life.me, {
    body: {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount,
      accountId: id,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      idempotencyKey: randomUUID(),
      isBonusEndConfirmed: true,
    },
  })
}

/** Returns the partner's webhook about the current state of a payment. */
export function paymentReport({ site: { sandbox, deps } }: Life, invoiceId: string): Request {
  const payment = sandbox.payments.byReference(invoiceId)!
  return webhook(deps.clock.now(), `payment.${payment.status}`, report(payment, sandbox.faults))
}

/** Makes the partner accept and approve the payouts that are due, and report both steps. */
export async function finishPayouts(life: Life): Promise<void> {
  const { sandbox, deps } = life.site
  await sendPayouts(deps)
  for (const payout of Object.values(sandbox.state.payouts).filter(({ status }) => status === 'review')) {
    sandbox.payouts.approve(payout.id)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await life.need('paymentWebhook', webhook(deps.clock.now(), `payout.${payout.status}`, reportPayout(payout)))
  }
}

function webhook(now: Date, type: string, data: Record<string, unknown>): Request {
  return { params: { partner: 'sandbox' }, body: { id: randomUUID(), type, createdAt: now.toISOString(), data } }
}
