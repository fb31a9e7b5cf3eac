/** The command as a process, against a desk that listens. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { digestOfContract } from '#server/kernel/http/contract-digest.ts'
import { databaseCommands, deskRoutes } from '#server/modules.ts'
import { freePort } from '#scripts/free-port.ts'
import { type DeskPerson, type TestDesk, testDesk, tokenOf } from '#tests/setup/desk.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { type Command, readCommands } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-desk-command-'))
let desk: TestDesk
let url: string
let commands: Command[]
let olga: DeskPerson
let token: string
let playerId: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  desk = await testDesk({ env: { DESK_PORT: String(port) } })
  await desk.server.listen({ port, host: 'localhost' })
  commands = readCommands()
  olga = await desk.person('olga', 'manager')
  token = await tokenOf(olga, 'laptop')
  playerId = await register('ada@example.com')
})
afterAll(async () => {
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

async function register(email: string): Promise<string> {
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  await desk.app.send({ method: 'POST', url: '/api/player/register', payload })
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  return rows[0]!.id as string
}

type Ended = { code: number | null; out: string; err: string }
type Run = { env?: Record<string, string>; input?: string }
let homes = 0
const newHome = () => join(folder, `home-${++homes}`)

/** With the token of olga unless the environment says otherwise. */
async function run(words: string[], { env = {}, input = '' }: Run = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['scripts/operator.ts', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: folder,
      DESK_URL: url,
      DESK_TOKEN: token,
      ...env,
    },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (text) => (ended.out += String(text)))
  child.stderr.on('data', (text) => (ended.err += String(text)))
  ;[ended.code] = (await once(child, 'close')) as [number | null]
  return ended
}
const fromFile = (home: string) => ({ env: { DESK_TOKEN: '', DESK_URL: '', XDG_CONFIG_HOME: home } })

describe('commands', () => {
  test('there is one for each endpoint of operators, and the desk has each of them', () => {
    const named = commands.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    const bound = deskRoutes.map(({ endpoint }) => endpoint)
    const forOperators = bound.filter(({ access, multipart }) => access === 'operator' && !multipart)
    expect(named.toSorted()).toEqual(forOperators.map(({ method, path }) => `${method} ${path}`).toSorted())
    const digests = [commands.map(({ endpoint }) => endpoint), bound].map(digestOfContract)
    expect(digests[0]).toBe(digests[1])
  })

  test('a desk of the same version is not blamed for what it does not find', async () => {
    expect(await run(['compare-books', 'nobody', '--from=2026-01-01', '--to=2026-02-01'])).toMatchObject({
      code: 1,
      err: expect.not.stringContaining('another version'),
    })
  })

  test('each has a name of its own, which is no subject of a command on the database', () => {
    const names = commands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name in databaseCommands)).toEqual([])
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([])
  })

  test('no option of an endpoint has the name of a general one, but for the code', () => {
    const general = ['help', 'json', 'all', 'file', 'output']
    const clashing = commands.filter(({ options }) => options.some(({ name }) => general.includes(name)))
    expect(clashing.map(({ name }) => name)).toEqual([])
    for (const { options } of commands) expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
  })

  test('help needs neither a token nor the desk, and shows what a command takes', async () => {
    const env = { DESK_TOKEN: '', DESK_URL: '', DATA_DIR: folder }
    const all = await run(['help'], { env })
    expect([all.code, all.err]).toEqual([0, ''])
    for (const { name } of commands) expect(all.out).toContain(`  ${name} `)
    expect(all.out).toContain('backup make <folder>')
    expect(await run([], { env })).toMatchObject({ code: 2, out: all.out })
    const one = await run(['help', 'settle-flag'], { env })
    expect(one).toMatchObject({ code: 0, err: '' })
    expect(one.out).toContain('settle-flag <number> [options]')
    expect(one.out).toMatch(/--decision=<credit\|send-back\|.*> +required/)
    expect(one.out).toContain('cashier:decide')
    expect((await run(['settle-flag', '--help'], { env })).out).toBe(one.out)
  })
})

describe('output', () => {
  test('a list is an aligned table, one object names and values, and --json what the desk answered', async () => {
    await olga.call({ method: 'PUT', url: `/api/players/${playerId}/tags/vip` })
    const table = await run(['list-people'])
    expect([table.code, table.err]).toEqual([0, ''])
    const [head = '', ...rows] = table.out.trimEnd().split('\n')
    expect(head).toMatch(/^name +roles +state +createdAt +activeAt$/)
    const row = rows.find((each) => each.startsWith('olga '))!
    expect(row.indexOf('manager')).toBe(head.indexOf('roles'))
    expect(row.indexOf('active')).toBe(head.indexOf('state'))

    const one = await run(['read-player-card', playerId])
    expect(one.out).toMatch(/^id +[\da-f-]{36}\nstatus +active\n/)
    expect(one.out).toMatch(/^email +ada@example\.com$/m)
    expect(one.out).toMatch(/\n\naccounts:\ncurrency +cash +/)

    const json = await run(['list-people', '--json'])
    expect(JSON.parse(json.out)).toEqual((await olga.call({ url: '/api/people' })).body)
    expect(json.out).toBe(`${JSON.stringify(JSON.parse(json.out))}\n`)
  })

  longTest(
    'all pages of a list are one table, or with --json a line each; without --all the next one is named',
    async () => {
      for (let index = 0; index < 60; index++) await olga.call({ url: `/api/players/${playerId}/protection` })
      const filter = '--action=operator-called'
      const first = await run(['list-acts', filter])
      expect(first.out.trimEnd().split('\n')).toHaveLength(51)
      const [, before] = /--before=(\d+)/.exec(first.err)!
      expect((await run(['list-acts', filter, '--before', before!])).out).not.toContain(`\n${before} `)
      const all = await run(['list-acts', filter, '--all'])
      expect(all).toMatchObject({ code: 0, err: '' })
      const ids = all.out
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(' ')[0])
      expect(ids.length).toBeGreaterThanOrEqual(60)
      expect(new Set(ids).size).toBe(ids.length)
      const pages = (await run(['list-acts', filter, '--all', '--json'])).out.trimEnd().split('\n')
      expect(pages.length).toBeGreaterThanOrEqual(2)
      expect(pages.flatMap((page) => JSON.parse(page).acts.map(({ id }: { id: string }) => id))).toEqual(
        expect.arrayContaining(ids),
      )
    },
  )

  test('texts of players command no terminal', async () => {
    const text = 'call me \u001B[2J\u009B31m \u202Enow'
    await desk.app.db.asOwner(
      "INSERT INTO operators.notes (id, player_id, text, author, written_at) VALUES ($1, $2, $3, 'olga', now())",
      [crypto.randomUUID(), playerId, text],
    )
    const { out } = await run(['read-notes', playerId])
    expect(out).toContain('call me \\u001b[2J\\u009b31m \\u202enow')
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    expect(out).not.toMatch(/[\u001B\u009B\u202E]/)
  })

  test('whoever reads the output may stop early', async () => {
    const child = spawn(process.execPath, ['scripts/operator.ts', 'list-acts', '--all', '--json'], {
      env: { PATH: process.env['PATH'], HOME: folder, DESK_URL: url, DESK_TOKEN: token },
    })
    let errors = ''
    child.stderr.on('data', (text) => (errors += String(text)))
    child.stdout.once('data', () => child.stdout.destroy())
    const [code] = await once(child, 'close')
    expect([code, errors]).toEqual([0, ''])
  })

  longTest('a file is written for its owner only, and never over another one', async () => {
    const output = join(folder, 'report.csv')
    const words = ['download-report', 'players', '--from=2026-01-01', '--until=2026-01-31', `--output=${output}`]
    const written = await run(words)
    expect(written).toMatchObject({ code: 0, out: '' })
    expect(statSync(output).mode & 0o777).toBe(0o600)
    const content = readFileSync(output, 'utf8')
    expect(content.length).toBeGreaterThan(10)
    expect(await run(words)).toMatchObject({ code: 1, err: `${output} exists already.\n` })
    expect((await run(words.slice(0, -1))).out).toBe(content)
  })
})

describe('changes', () => {
  test('are done with the rights and in the name of the person, and recorded with the name of the token', async () => {
    const tagged = await run(['add-tag', 'ada@example.com', 'asked-twice'])
    expect(tagged).toEqual({ code: 0, out: 'Done.\n', err: '' })
    const { rows } = await desk.app.db.asOwner(
      `SELECT actor, player_id, detail FROM identity.audit WHERE action IN ('tag-added', 'operator-called')
       AND detail->>'token' = 'laptop' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows.map(({ actor, player_id }) => [actor, player_id])).toEqual([
      ['operator:olga', playerId],
      ['operator:olga', playerId],
    ])
  })

  longTest('an id that makes a change happen once is chosen, and can be given again', async () => {
    const words = ['add-note', playerId, '--text=asked for a statement']
    expect((await run(words)).code).toBe(0)
    const id = `--id=${crypto.randomUUID()}`
    for (const _time of [1, 2]) expect((await run([...words, id])).code).toBe(0)
    const { body } = await olga.call({ url: `/api/players/${playerId}/notes` })
    expect(body.notes.filter(({ text }: { text: string }) => text === 'asked for a statement')).toHaveLength(2)
  })

  longTest('a body comes from a file or the input, and an option replaces its field', async () => {
    const file = join(folder, 'switch.json')
    writeFileSync(file, JSON.stringify({ name: 'sportsbook', to: 'off', countries: [], reason: 'from the file' }))
    const off = await run(['set-switch', `--file=${file}`, '--countries=DE,AT', '--reason=maintenance'])
    expect(off).toMatchObject({ code: 0, err: '' })
    const { out } = await run(['list-switches', '--json'])
    expect(
      JSON.parse(out)
        .map(({ country, reason }: any) => [country, reason])
        .toSorted(),
    ).toEqual([
      ['AT', 'maintenance'],
      ['DE', 'maintenance'],
    ])
    const body = JSON.stringify({ name: 'sportsbook', to: 'on', countries: [], reason: 'over' })
    expect((await run(['set-switch', '--file=-'], { input: body })).code).toBe(0)
    expect((await run(['list-switches'])).out).toBe('Nothing.\n')
  })

  longTest('what needs a second person prints the request, which happens once another one approves it', async () => {
    const mia = await desk.person('mia', 'manager')
    const miasToken = await tokenOf(mia)
    const words = ['adjust-balance', playerId, '--direction=credit', '--currency=EUR', '--amount=900.00']
    const asked = await run([...words, '--cause=goodwill', '--reason=a long outage'])
    expect(asked.code).toBe(0)
    expect(asked.out).toMatch(/^Nothing has happened yet: another person has to approve this\. The request is /)
    const [, request] = /The request is (\S+)/.exec(asked.out)!
    const own = await run(['approve-request', request!])
    expect(own).toMatchObject({ code: 1, out: '' })
    expect(own.err).toContain('--code=')

    // Two at once, by a person who has to enter a code first.
    desk.forward(30_000)
    const code = desk.codeOf(mia)
    const stepped = await run(['step-up', `--code=${code}`, '--json'], { env: { DESK_TOKEN: miasToken } })
    expect(stepped.code).toBe(0)
    const both = await Promise.all(
      [1, 2].map(() => run(['approve-request', request!], { env: { DESK_TOKEN: miasToken } })),
    )
    expect(both.map((each) => each.code).toSorted()).toEqual([0, 1])
    expect(both.find((each) => each.code === 1)!.err).toBe('mia has approved it already.\n')
    const { out } = await run(['list-adjustments', playerId, '--json'])
    expect(JSON.parse(out)).toMatchObject({
      cash: [{ amount: '900.00', currency: 'EUR' }],
      adjustments: [{ actor: expect.stringContaining('olga'), approver: expect.stringContaining('mia') }],
    })
  })

  longTest('what needs a code takes it with --code, once', async () => {
    const mia = await desk.person('max', 'manager')
    const env = { DESK_TOKEN: await tokenOf(mia) }
    await desk.person('leaver', 'support')
    const refused = await run(['end-person', 'leaver'], { env })
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: 'Confirm with a passkey or a code first.\nAdd --code=<code of your authenticator>.\n',
    })
    expect(await run(['end-person', 'leaver', '--code=000000'], { env })).toMatchObject({ code: 1 })
    desk.forward(30_000)
    const code = `--code=${desk.codeOf(mia)}`
    expect(await run(['end-person', 'leaver', code], { env })).toMatchObject({ code: 0, out: 'Done.\n' })
    expect((await run(['end-person', 'leaver', code], { env })).err).toContain('The code is wrong, or was used.')
  })
})

describe('refusals', () => {
  test('a right that the person lacks is named; one that is taken away is missing at the next call', async () => {
    const sue = await desk.person('sue', 'support')
    const env = { DESK_TOKEN: await tokenOf(sue) }
    expect(await run(['list-acts'], { env })).toEqual({
      code: 1,
      out: '',
      err: 'This needs the right audit:read, which your roles do not include.\n',
    })
    expect((await run(['list-conversations'], { env })).code).toBe(0)
    await desk.app.db.asOwner("UPDATE operators.operators SET roles = '{regulator}' WHERE name = 'sue'")
    const { err } = await run(['note-typing-in-conversation', crypto.randomUUID()], { env })
    expect(err).toBe('This needs the right support:do, which your roles do not include.\n')
  })

  test('a token that is revoked in the middle of a list ends it with a sentence', async () => {
    const ivo = await desk.person('ivo', 'auditor')
    const ivosToken = await tokenOf(ivo, 'nightly')
    const { body: sessions } = await ivo.call({ url: '/api/sessions' })
    const { id } = sessions.find((each: { token: string | null }) => each.token === 'nightly')
    let calls = 0
    // Between the command and the desk, so that the second page is asked for after the token was revoked.
    const between = createServer(async (request, response) => {
      if (++calls === 2) await ivo.call({ method: 'DELETE', url: `/api/sessions/${id}` })
      const answer = await fetch(url + request.url, { headers: { authorization: request.headers.authorization! } })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    }).listen(0, 'localhost')
    await once(between, 'listening')
    const { port } = between.address() as AddressInfo
    const env = { DESK_URL: `http://localhost:${port}`, DESK_TOKEN: ivosToken }
    const ended = await run(['list-acts', '--all'], { env })
    between.close()
    expect(calls).toBe(2)
    expect(ended).toMatchObject({ code: 1, out: '' })
    expect(ended.err).toMatch(/^This token was revoked at \d{4}-.*\nCreate a new token: npm run operator -- sign-in\n$/)
    const { rows } = await desk.app.db.asOwner(
      "SELECT detail FROM identity.audit WHERE action = 'operator-refused' ORDER BY id DESC LIMIT 1",
    )
    expect(rows[0]!.detail).toMatchObject({ operator: 'ivo', token: 'nightly', path: '/api/acts' })
  })

  test.each([
    [['list-acts', '--colour=red'], "Unknown option '--colour'"],
    [['list-acts', 'x'], 'list-acts takes no x'],
    [['settle-flag'], 'settle-flag takes <number>'],
    [['settle-flag', 'F1', 'F2'], 'settle-flag takes <number>'],
    [['settle-flag', 'one', '--decision=keep', '--reason=found it', '--seen=1'], '<number>: Invalid string'],
    [['settle-flag', 'F1', '--decision=burn', '--reason=found it', '--seen=1'], '--decision: Invalid option'],
    [['settle-flag', 'F1', '--decision=keep', '--seen=many'], '--seen: many is no integer'],
    [['settle-flag', 'F1', '--decision=keep', '--seen=1'], '--reason is required'],
    [['settle-flag', 'F1', '--decision=keep', '--seen=1', '--reason='], '--reason: Too small'],
    [['set-switch', '--file=/nowhere.json'], '/nowhere.json cannot be read: ENOENT'],
    [['set-switch', '--file=-'], 'The input is no JSON'],
    [['draft-rewards-definition', 'cashback', 'weekly', '--data={', '--reason=test'], '--data: enter JSON'],
    [['read-player-card', 'a'], '<player-id>: enter an id'],
    [['sign-in', '--days=0'], '--days is a number from 1 to 365'],
    [['sign-in', '--colour'], "Unknown option '--colour'"],
  ])('%j is refused as bad usage, and nothing is sent', async (words, message) => {
    const before = await acts()
    const { code, out, err } = await run(words, { env: { XDG_CONFIG_HOME: newHome() } })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(await acts()).toBe(before)
  })

  test('a player whom nobody, or more than one, is named by is refused', async () => {
    expect(await run(['read-notes', 'nobody@example.com'])).toMatchObject({
      code: 1,
      err: 'There is no player nobody@example.com.\n',
    })
  })

  const acts = async () => (await desk.app.db.asOwner('SELECT count(*) FROM identity.audit')).rows[0]!.count

  test('strange words reach the desk as they are, or are refused', async () => {
    const strange = `'; DROP TABLE players; -- ../../x?y=1#z%00 \u{1F600}`
    expect(await run(['list-payments', `--player=${strange}`, '--json'])).toMatchObject({
      code: 0,
      out: '{"payments":[],"next":null}\n',
    })
    for (const identity of ['..', '.', ''])
      expect((await run(['read-rewards-definition', 'cashback', identity])).code).toBe(2)
    for (const identity of ['../../people', '%2e%2e', 'a/b?c#d'])
      expect((await run(['read-rewards-definition', 'cashback', identity, '--json'])).out.trim()).toMatch(/^(\[\])?$/)
  })
})

describe('the token', () => {
  test('is created by sign-in, in a file that only its owner can read, without leaving a session', async () => {
    const home = newHome()
    const nia = await desk.person('nia', 'auditor')
    desk.forward(30_000)
    const answers = (code: string) => `nia\n${nia.password}\n${code}\n`
    const wrong = await run(['sign-in', `--desk=${url}`], { ...fromFile(home), input: answers('000000') })
    expect(wrong).toMatchObject({ code: 1, out: '', err: 'The name, password or code is wrong.\n' })
    const signIn = ['sign-in', `--desk=${url}`, '--name=laptop', '--days=2']
    const signedIn = await run(signIn, { ...fromFile(home), input: answers(desk.codeOf(nia)) })
    const file = join(home, 'fairhouse', 'desk.json')
    expect(signedIn).toEqual({ code: 0, out: `${file} has your token. You are nia at ${url}.\n`, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { token: stored } = JSON.parse(readFileSync(file, 'utf8'))
    expect(stored).toMatch(/^fht_[\w-]{43}$/)
    const { rows } = await desk.app.db.asOwner(
      `SELECT token_name, ended_at IS NULL AS is_open, encode(token_hash, 'hex') AS hash FROM operators.sessions
       WHERE operator_id = (SELECT id FROM operators.operators WHERE name = 'nia') ORDER BY created_at`,
    )
    expect(rows.map(({ token_name, is_open }) => `${token_name} ${is_open}`).toSorted()).toEqual([
      'laptop true',
      'null false',
      'null true',
    ])
    expect(JSON.stringify(rows)).not.toContain(stored)

    expect((await run(['list-sessions'], fromFile(home))).out).toMatch(/laptop/)
    chmodSync(file, 0o640)
    const open = await run(['list-sessions'], fromFile(home))
    expect(open).toMatchObject({ code: 1, out: '' })
    expect(open.err).toContain(`Others can read ${file}`)
    chmodSync(file, 0o600)

    const elsewhere = await run(['list-sessions'], { env: { ...fromFile(home).env, DESK_URL: 'http://localhost:1' } })
    expect(elsewhere.err).toContain(`your token is for ${url}`)

    desk.forward(2 * 86_400_000)
    const expired = await run(['list-sessions'], fromFile(home))
    expect(expired).toMatchObject({ code: 1, out: '' })
    expect(expired.err).toMatch(/^This token expired at \d{4}-/)
    await renew()
  })

  longTest(
    'that was created at the desk is stored by sign-in --token, and sign-out revokes and removes it',
    async () => {
      const home = newHome()
      const own = await tokenOf(olga, 'other')
      const stored = await run(['sign-in', '--token', `--desk=${url}`], { ...fromFile(home), input: `${own}\n` })
      expect(stored).toMatchObject({ code: 0, err: '' })
      expect(await run(['sign-out'], fromFile(home))).toMatchObject({ code: 0, out: 'Done.\n' })
      expect((await run(['list-sessions'], fromFile(home))).err).toBe(
        'You have no token. Create one: npm run operator -- sign-in\n',
      )
      expect((await run(['list-sessions'], { env: { DESK_TOKEN: own } })).err).toContain('This token was revoked at')
    },
  )

  test.each([
    ['no token', { DESK_TOKEN: '' }, 1, 'You have no token. Create one: npm run operator -- sign-in\n'],
    ['a text that is none', { DESK_TOKEN: 'secret' }, 1, 'DESK_TOKEN is no token of a desk'],
    ['an unknown one', { DESK_TOKEN: `fht_${'a'.repeat(43)}` }, 1, 'The desk does not know this token.\nCreate'],
    ['no address', { DESK_URL: '' }, 1, 'DESK_TOKEN is set: set DESK_URL'],
    ['an address without TLS', { DESK_URL: 'http://desk.example.com' }, 2, 'is no address of a desk'],
    [
      'a desk that does not listen',
      { DESK_URL: 'http://localhost:9' },
      3,
      'The desk at http://localhost:9 is not reachable',
    ],
  ])('%s has a clear sentence', async (_case, env, code, message) => {
    const ended = await run(['list-acts'], { env: { XDG_CONFIG_HOME: newHome(), ...env } })
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toContain(message)
  })

  longTest('a damaged file is refused', async () => {
    const home = newHome()
    const file = join(home, 'fairhouse', 'desk.json')
    mkdirSync(dirname(file), { recursive: true })
    for (const text of ['', '{', '[]', '{"url":1}', 'null']) {
      writeFileSync(file, text, { mode: 0o600 })
      expect((await run(['list-acts'], fromFile(home))).err).toContain(`${file} is damaged`)
    }
  })

  longTest('a page that is no desk, a redirect, and a connection that is lost are told apart', async () => {
    let answer: 'page' | 'redirect' | 'lost' | 'older' = 'page'
    const other = createServer((request, response) => {
      if (answer === 'lost') return void request.socket.destroy()
      if (answer === 'redirect') return void response.writeHead(302, { location: `${url}/api/acts` }).end()
      if (answer === 'page') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway')
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"error":{"name":"notFound","message":"Page Not Found"}}')
    }).listen(0, 'localhost')
    await once(other, 'listening')
    const env = { DESK_URL: `http://localhost:${(other.address() as AddressInfo).port}` }
    const words = ['add-note', playerId, '--text=once']
    expect(await run(words, { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('answered 502, and not as'),
    })
    answer = 'redirect'
    expect(await run(words, { env })).toMatchObject({ code: 3, err: expect.stringContaining('is not reachable') })
    answer = 'lost'
    const lost = await run(words, { env })
    expect(lost.code).toBe(3)
    expect(lost.err).toContain('It may have been done all the same')
    expect(lost.err).toMatch(/Repeat it with --id=[\da-f-]{36}: it is then done once\./)
    answer = 'older'
    const older = await run(words, { env })
    expect(older).toMatchObject({ code: 1, err: expect.stringContaining('The desk has another version than this') })
    other.close()
  })
})

/** Sessions have ended since the clock has moved by days. */
async function renew(): Promise<void> {
  const body = { name: olga.name, password: olga.password, code: desk.codeOf(olga) }
  const { cookie, body: operator } = await desk.call({ method: 'POST', url: '/api/session', body })
  const call: DeskPerson['call'] = (made) =>
    desk.call({ ...made, headers: { cookie: cookie!, 'x-desk-token': operator.forgeryToken, ...made.headers } })
  olga = { ...olga, call }
}
