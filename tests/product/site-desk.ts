/** The desk of a running site, over HTTP only: an operator invited by the command line calls its endpoints. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { codeOf } from '#tests/setup/desk-page.ts'
import { type Place, type Reply, send } from './site-player.ts'

export type SiteDesk = { call(method: string, path: string, body?: object): Promise<Reply> }

/** Invites and enrols a manager at the desk that listens at `url`. */
export async function siteDesk({ dataDir }: Pick<Place, 'dataDir'>, url: string, name = 'olga'): Promise<SiteDesk> {
  const printed = execFileSync(process.execPath, ['scripts/operator.ts', 'operators', 'invite', name, 'manager'], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, VITEST: '', NODE_ENV: 'development', DATA_DIR: dataDir, DESK_URL: url },
  })
  const token = /enrol#([\w-]+)/.exec(printed)?.[1]
  if (!token) throw new Error(`The invitation has no link: ${printed}`)
  const post = async (path: string, body: object) => {
    const answer = await send(`${url}${path}`, 'POST', { body, headers: { origin: url } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const { key } = (await post('/api/enrolment', { token })).body
  const enrolled = await post('/api/enrolment/complete', {
    token,
    password: 'open the desk, please',
    code: codeOf(key),
  })
  const cookie = enrolled.headers.getSetCookie()[0]!.split(';')[0]!
  const headers = { origin: url, cookie, 'x-desk-token': enrolled.body.forgeryToken }
  return { call: (method, path, body) => send(`${url}${path}`, method, { body, headers }) }
}
