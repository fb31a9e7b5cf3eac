/** The desk on a test's database: operators with a session, and calls as the desk's page makes them. */
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '#server/deps.ts'
import { createDesk } from '#server/http/desk.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { deskRoutes } from '#server/modules.ts'
import { inviteFromCommand } from '#server/operators/people.ts'
import { roleKind } from '#server/operators/roles.ts'
import { thresholdKind } from '#server/operators/thresholds.ts'
import { testApp, type TestApp, type TestAppOptions } from './app.ts'

export type DeskCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  body?: object
  /** As the desk's page sends them; a test replaces or omits what it is about. */
  headers?: Record<string, string | undefined>
}
export type DeskAnswer = { status: number; body: any; cookie: string | null }
export type DeskPerson = {
  name: string
  password: string
  key: string
  cookie: string
  forgeryToken: string
  call(call: DeskCall): Promise<DeskAnswer>
}
export type TestDesk = {
  app: TestApp
  server: FastifyInstance
  /** Without a session. */
  call(call: DeskCall): Promise<DeskAnswer>
  /** Invites, enrols and signs in an operator. */
  person(name: string, ...roles: string[]): Promise<DeskPerson>
  /** The answer to a call, after another manager has approved it if it waited for a second person. */
  approved(answer: DeskAnswer): Promise<DeskAnswer>
  codeOf(person: { key: string }): string
  /** For the next code of an authenticator. */
  forward(ms: number): void
  close(): Promise<void>
}

export const deskUrl = 'http://localhost:3002'
const password = 'correct horse staple battery'

/** Of a site with players and payments, for which it needs the port. */
export const deskEnvironment = { DESK_PORT: '3002' }

export async function testDesk(options: TestAppOptions = {}): Promise<TestDesk> {
  const app = await testApp({ ...options, env: { ...deskEnvironment, ...options.env } })
  const desk = await deskOf(app.deps, app.moveClock)
  return {
    ...desk,
    app,
    async close() {
      await desk.close()
      await app.close()
    },
  }
}

export async function deskOf(deps: Deps, forward: (ms: number) => void): Promise<Omit<TestDesk, 'app'>> {
  await seedDefinitions(deps, [roleKind, thresholdKind])
  const server = await createDesk(deps, deskRoutes, { folder: null })
  const codeOf = ({ key }: { key: string }) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: deps.clock.now().getTime() })
  const call = async ({ method = 'GET', url, body, headers = {} }: DeskCall): Promise<DeskAnswer> => {
    const sent = { ...(method !== 'GET' && { origin: deps.settings.desk.url }), ...headers }
    const answer = await server.inject({
      method,
      url,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
      ...(body && { payload: body }),
    })
    const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? null
    return { status: answer.statusCode, body: answer.body === '' ? null : JSON.parse(answer.body), cookie }
  }
  let approvers = 0
  const desk: Omit<TestDesk, 'app'> = {
    server,
    call,
    codeOf,
    forward,
    async approved(answer) {
      if (answer.status !== HttpStatus.accepted) return answer
      const second = await desk.person(`second-${++approvers}`, 'manager')
      const decided = await second.call({
        method: 'POST',
        url: `/api/requests/${answer.body.waiting.request}/approval`,
      })
      return decided.status === HttpStatus.ok ? { ...decided, body: decided.body.result } : decided
    },
    async person(name, ...roles) {
      const actor = { kind: 'system', job: 'test' } as const
      const invited = await inviteFromCommand({ ...deps, actor }, { name, roles })
      if (!invited.ok) throw new Error(`${name} was not invited: ${invited.refusal}`)
      const token = invited.value.link.split('#')[1]!
      const begun = await call({ method: 'POST', url: '/api/enrolment', body: { token } })
      const { key } = begun.body
      const completed = await call({
        method: 'POST',
        url: '/api/enrolment/complete',
        body: { token, password, code: codeOf({ key }) },
      })
      if (completed.status !== 200) throw new Error(`${name} did not enrol: ${JSON.stringify(completed.body)}`)
      const cookie = completed.cookie!
      const { forgeryToken } = completed.body
      return {
        name,
        password,
        key,
        cookie,
        forgeryToken,
        call: (made) => call({ ...made, headers: { cookie, 'x-desk-token': forgeryToken, ...made.headers } }),
      }
    },
    close: () => server.close(),
  }
  return desk
}

/** Creates a token for the command line, by a person who has just signed in. */
export async function tokenOf({ call }: Pick<DeskPerson, 'call'>, name = 'test'): Promise<string> {
  const created = await call({ method: 'POST', url: '/api/tokens', body: { name } })
  if (created.status !== HttpStatus.ok) throw new Error(`no token was created: ${JSON.stringify(created.body)}`)
  return created.body.token
}
