/** A player's own file of the day: it is right, names every change of it, and is there for whoever may sign in. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashText } from '#audit/numbers.ts'
import { auditOwnFile } from '#audit/own-file.ts'
import type * as records from '#audit/records.ts'
import { LimitDefinition } from '#contract/limits.ts'
import { closePlayer } from '#server/identity/players/players.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { routes as protectionRoutes } from '#server/protection/module.ts'
import reports from '#server/reports/module.ts'
import type { CasinoPlayer } from '#tests/setup/casino.ts'
import { type Day, playDay } from './a-day.ts'

let day: Day
let folder: string
beforeAll(async () => {
  day = await playDay([...reports.routes!, ...protectionRoutes])
  folder = await mkdtemp(join(tmpdir(), 'fairhouse-own-'))
}, 180_000)
afterAll(async () => {
  await day.fixture.close()
  for (const each of [day.folder, folder]) await rm(each, { recursive: true, force: true })
})

const now = () => day.fixture.deps.clock.now()
const thisYear = () => now().toISOString().slice(0, 4)
const ask = (token: string, period = thisYear()) =>
  fetch(`${day.fixture.url}/api/wallet/audit-files/${period}`, { headers: { authorization: `Bearer ${token}` } })

async function download({ token }: { token: string }, period?: string): Promise<Buffer> {
  const answer = await ask(token, period)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const unpacked = (packed: Buffer): records.AnyRecord[] =>
  gunzipSync(packed)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as records.AnyRecord)

async function* bytesOf(lines: unknown[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
const audit = (lines: unknown[]) => auditOwnFile(bytesOf(lines), 'mine')

/** Runs the command as a player does, with a file on disk. */
function command(path: string): Promise<{ status: number; output: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [join(import.meta.dirname, '../../audit/main.ts'), path], (error, stdout, stderr) =>
      resolve({ status: (error?.code as number | undefined) ?? 0, output: stdout + stderr }),
    ),
  )
}

test('the file of each player is right: several currencies, an open round, bonus money, free spins, shared rounds', async () => {
  for (const [name, owner] of Object.entries(day.owners)) {
    const lines = unpacked(await download(owner))
    const { findings, counts, playerId, reportKey } = await audit(lines)
    expect([name, findings.listed]).toEqual([name, []])
    expect([playerId, counts.players, typeof reportKey]).toEqual([owner.id, 1, 'string'])
    // What the export of the day has of this player, and nothing else.
    const alias = hashText(owner.id)
    const at = day.ofPlayers.findIndex((record) => record.record === 'player' && record.player === alias)
    const next = day.ofPlayers.findIndex((record, index) => index > at && record.record === 'player')
    const exported = day.ofPlayers.slice(at + 1, next === -1 ? undefined : next)
    for (const kind of ['account', 'closed', 'pair', 'round', 'ticket', 'share', 'entry', 'owed']) {
      const ofKind = (all: records.AnyRecord[]) => all.filter(({ record }) => record === kind)
      expect([name, kind, ofKind(lines)]).toEqual([name, kind, ofKind(exported)])
    }
    // A leaf for each part of a balance that a report owes; a balance that is lost has none.
    const owed = lines.filter((record): record is records.Owed => record.record === 'owed')
    expect(lines.filter(({ record }) => record === 'leaf').length).toBe(owed.flatMap(({ parts }) => parts).length)
  }
  const { counts } = await audit(unpacked(await download(day.owners.ana)))
  expect(counts.recomputed).toBeGreaterThan(25)
  expect([counts.draws, counts.recomputedDraws]).toEqual([counts.draws, expect.toSatisfy((draws) => draws > 8)])
})

test('it contains nothing of other players, no seed that is still secret, and no later shared round', async () => {
  const { ana, ...others } = day.owners
  const text = gunzipSync(await download(ana)).toString()
  for (const { id } of Object.values(others)) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(hashText(id))
  }
  const { rows } = await day.fixture.app.db.asOwner(
    `SELECT server_seed AS secret FROM studio.seeds WHERE revealed_at IS NULL OR owner <> '${ana.id}'
     UNION ALL SELECT server_seed FROM jackpots.pairs WHERE revealed_at IS NULL OR player_id <> '${ana.id}'
     UNION ALL SELECT hash FROM shared.rounds WHERE phase <> 'ended'`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ secret }) => text.includes(secret as string))).toEqual([])
})

test('the command checks a downloaded file, names a change in it, and refuses what it cannot read', async () => {
  const packed = await download(day.owners.ana)
  const path = join(folder, 'fairhouse-audit-2026.ndjson.gz')
  await writeFile(path, packed)
  const good = await command(path)
  expect([good.status, good.output]).toEqual([0, expect.stringContaining('Everything agrees.')])
  expect(good.output).toContain(`The file of player ${day.owners.ana.id}`)
  const lines = unpacked(packed)
  const won = lines.find((record) => record.record === 'round' && record.payout > 0) as records.Round
  won.payout -= 1
  await writeFile(path, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const bad = await command(path)
  expect([bad.status, bad.output]).toEqual([
    1,
    expect.stringContaining(`round ${won.id}: paid ${won.payout} instead of`),
  ])
  await writeFile(path, packed.subarray(0, packed.length - 100))
  expect(await command(path)).toEqual({ status: 2, output: expect.stringMatching(/ is truncated\.\n$/) })
  await writeFile(path, 'no gzip')
  expect(await command(path)).toEqual({ status: 2, output: expect.stringMatching(/ cannot be read/) })
})

type Kinds = { [Kind in records.AnyRecord['record']]: Extract<records.AnyRecord, { record: Kind }> }
type Pick = <Kind extends keyof Kinds>(kind: Kind, isIt?: (record: Kinds[Kind]) => boolean) => Kinds[Kind]
type Cheat = [name: string, code: string, cheat: (pick: Pick, lines: records.AnyRecord[]) => void]
const remove = (lines: records.AnyRecord[], record: records.AnyRecord) => lines.splice(lines.indexOf(record), 1)

const cheats: Cheat[] = [
  [
    'a ground seed, with its hash as the commitment',
    'PAIR_SEED',
    (pick) => {
      const serverSeed = hashText('a better one')
      Object.assign(
        pick('pair', ({ revealedAt }) => revealedAt !== null),
        { serverSeed, serverSeedHash: hashText(serverSeed) },
      )
    },
  ],
  ['a shaved subunit', 'ROUND_PAYOUT', (pick) => void pick('round', ({ payout }) => payout > 0).payout--],
  ['a draw with another number', 'DRAW_NUMBER', (pick) => void pick('draw').drawn[2]!--],
  ['a prize that is not that of its number', 'DRAW_PRIZE', (pick) => void pick('draw').won[2]!++],
  [
    'a pot that did not arrive',
    'TICKET_PRIZE',
    (pick, lines) =>
      remove(
        lines,
        pick('entry', ({ kind }) => kind === 'jackpot-won'),
      ),
  ],
  ['a draw that was left out', 'DRAW_MISSING', (pick, lines) => remove(lines, pick('draw'))],
  ['a side stake that was left out', 'TICKET_MISSING', (pick, lines) => remove(lines, pick('ticket'))],
  ['a shaved share', 'SHARE_AMOUNT', (pick) => void (pick('share').amount -= 2)],
  ['a share of other side stakes', 'SHARE_STAKED', (pick) => void (pick('share').staked -= 100)],
  [
    'a balance that does not follow',
    'ENTRY_CHAIN',
    (pick) => void pick('entry', ({ part }) => part === 'cash').amount--,
  ],
  [
    'a round that was left out',
    'ROUND_MISSING',
    (pick, lines) =>
      remove(
        lines,
        pick('round', ({ status }) => status === 'settled'),
      ),
  ],
  ['another point of a shared round', 'SHARED_POINT', (pick) => void pick('shared').point!++],
  [
    'a shared round of another place',
    'SHARED_PLACE',
    (_pick, lines) => {
      ;(lines.findLast(({ record }) => record === 'shared') as records.Shared).place++
    },
  ],
  ['a hash that is not of the chain', 'SHARED_HASH', (pick) => void (pick('shared').hash = hashText('another'))],
  ['a shared round that was left out', 'BET_SHARED', (pick, lines) => remove(lines, pick('shared'))],
  ['another id', 'PLAYER_NAME', (pick) => void (pick('player').id = randomUUID())],
  ['the id left out', 'PLAYER_NAME', (pick) => void delete pick('player').id],
  ['a balance that the report leaves out', 'OWED_MISSING', (pick, lines) => remove(lines, pick('owed'))],
  ['a leaf with another amount', 'OWED_LEAF', (pick) => void pick('leaf').amount++],
  ['a leaf of another place', 'OWED_LEAF', (pick) => void (pick('leaf').position ^= 1)],
  ['a leaf that was left out', 'OWED_LEAF', (pick, lines) => remove(lines, pick('leaf'))],
  ['another way to the root', 'OWED_LEAF', (pick) => void (pick('leaf').path[0]![1] += 1)],
  ['a shorter way to the root', 'OWED_LEAF', (pick) => void pick('leaf').path.pop()],
  [
    'a balance that differs from the accounts',
    'OWED_DIFFERENT',
    (pick, lines) => {
      const isOwn = ({ part, currency }: { part: string; currency: string }) => part === 'cash' && currency === 'EUR'
      pick('entry', isOwn).amount += 500
      for (const line of lines) {
        if (line.record === 'entry' && isOwn(line)) line.balance! += 500
        if (line.record === 'account' && isOwn(line)) line.closing += 500
      }
    },
  ],
  [
    'a report with another root',
    'REPORT_SIGNATURE',
    (pick) => {
      const report = pick('report')
      report.statement = report.statement.replace(/root [0-9a-f]{8}/, 'root 00000000')
    },
  ],
  [
    'two players in one file',
    'PLAYER_COUNT',
    (_pick, lines) => void lines.splice(-1, 0, { record: 'player', player: hashText('x'), id: 'x' }),
  ],
]

describe('each change of the file is found and named', () => {
  let original: records.AnyRecord[]
  beforeAll(async () => {
    original = unpacked(await download(day.owners.ana))
  })
  test.each(cheats)('%s: %s', async (_name, code, cheat) => {
    const lines = structuredClone(original)
    cheat((kind, isIt = () => true) => {
      const found = lines.find((record) => record.record === kind && isIt(record as never))
      if (!found) throw new Error(`the file has no such ${kind}`)
      return found as never
    }, lines)
    ;(lines.at(-1) as records.End).lines = lines.length
    expect([...(await audit(lines)).findings.counts.keys()]).toContain(code)
  })

  test.each<[string, (lines: any[]) => unknown, RegExp]>([
    ['no line', (lines) => lines.splice(0), /^mine is not the audit file of a player\.$/],
    ['the house of an export', (lines) => lines.shift(), /^mine is not the audit file of a player\.$/],
    ['another version', (lines) => (lines[0].version = 2), /reads version 1\.$/],
    ['no end', (lines) => lines.pop(), /^mine is truncated\.$/],
    ['fewer lines', (lines) => lines.splice(lines.length - 2, 1), /^mine has \d+ lines and states \d+\.$/],
    ['more after the end', (lines) => lines.push(lines.at(-1)), /^mine goes on after its end\.$/],
    ['a record of the house among those of the player', (lines) => lines.splice(-1, 0, lines[1]), /does not follow/],
    ['an unreadable way', (lines) => (lines.find(({ record }) => record === 'leaf').path = [['x', -1]]), /whose path/],
  ])('a file with %s is refused with one sentence', async (_name, damage, sentence) => {
    const lines = structuredClone(original)
    damage(lines)
    await expect(audit(lines)).rejects.toThrow(sentence)
  })
})

test('a period with nothing in it is right, and one that the player did not have is not found', async () => {
  const fresh = await day.fixture.player({})
  const { findings, counts } = await audit(unpacked(await download(fresh, now().toISOString().slice(0, 7))))
  expect([findings.listed, counts.rounds, counts.players]).toEqual([[], 0, 1])
  expect((await ask(fresh.token, '2019')).status).toBe(404)
  expect((await ask(fresh.token, String(Number(thisYear()) + 1))).status).toBe(404)
  expect((await ask(fresh.token, 'yesterday')).status).toBe(422)
})

/** Signs the player in again. */
async function anotherSession({ id }: CasinoPlayer): Promise<CasinoPlayer> {
  const { app, deps } = day.fixture
  const sessionId = randomUUID()
  await app.db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test')`,
    [sessionId, id, now()],
  )
  return {
    id,
    sessionId,
    token: await issueAccessToken(deps, { playerId: id, sessionId, generation: 1, issuedAt: now() }),
  }
}

test('an excluded player still gets it; nobody does without a session, and no closed account does', async () => {
  const { app, deps } = day.fixture
  const player = await day.fixture.player({ EUR: 10_00n })
  const excluded = await app.send({
    method: 'POST',
    url: '/api/player/limits',
    token: player.token,
    payload: { definition: LimitDefinition.selfExclusion, period: '1-year' },
  })
  expect(excluded.status).toBe(200)
  // The exclusion ended the session.
  expect((await ask(player.token)).status).toBe(401)
  const again = await anotherSession(player)
  expect((await audit(unpacked(await download(again)))).findings.listed).toEqual([])
  await app.db.asOwner(`UPDATE identity.sessions SET closed_at = now(), close_reason = 'test' WHERE id = $1`, [
    again.sessionId,
  ])
  expect((await ask(again.token)).status).toBe(401)
  const closed = await anotherSession(player)
  await deps.db.transaction((tx) => closePlayer(tx, player.id, now()))
  expect([401, 403]).toContain((await ask(closed.token)).status)
})

// Shows: attack 96
test('two tabs get the same at once, during play as well, and 20 files in an hour are the most', async () => {
  const player = await anotherSession(day.owners.ben)
  const both = await Promise.all([download(player), download(player)])
  const contents = both.map((packed) => unpacked(packed).filter(({ record }) => record !== 'file'))
  expect(contents[0]).toEqual(contents[1])
  let asked = 0
  while ((await ask(player.token)).status === 200 && asked < 30) asked++
  // Others of this file have asked for ben's before.
  expect(asked).toBeLessThanOrEqual(18)
  expect((await ask(player.token)).status).toBe(429)
  expect((await ask(day.owners.cara.token)).status).toBe(200)
})
