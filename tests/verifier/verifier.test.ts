/** The second verifier, in Python, written from the published page alone: its vectors, and rounds that were really played. */
import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BeaconChain, quicknet } from '#contract/beacon.ts'
import type { listTickets, OwnJackpot } from '#contract/jackpots.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { auditSealIn, statementOf } from '#contract/liability-proof.ts'
import type { LiabilityReport } from '#contract/liabilities.ts'
import type { MathsSources, PublishedFairness } from '#contract/published-fairness.ts'
import type { Act } from '#contract/rounds.ts'
import { pointOf } from '#games/crash/maths.ts'
import { games } from '#games/games.ts'
import type { GameMaths } from '#games/maths.ts'
import { isShared } from '#games/shared.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { sandboxBeaconChain } from '#sandbox/beacon.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { routes as liabilityRoutes } from '#server/liabilities/module.ts'
import jackpotsModule from '#server/play/jackpots/module.ts'
import { openJackpot } from '#server/play/jackpots/open.ts'
import { joinJackpot, revealTickets } from '#server/play/jackpots/own.ts'
import { enterSalt, publishChain } from '#server/play/shared-rounds/chains.ts'
import { Leader } from '#server/play/shared-rounds/lead.ts'
import { thisProcess } from '#server/play/shared-rounds/tables.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { longTest, repetitions } from '#tests/setup/length.ts'
import { possibleAct } from '#tests/setup/stepped-play.ts'

type Tickets = ReplyOf<typeof listTickets>
const program = fileURLToPath(new URL('verify.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
let fixture: Casino
let published: PublishedFairness
beforeAll(async () => {
  if (spawnSync('python3', ['--version']).error) throw new Error('This test needs python3 (3.9 or later) on the path.')
  fixture = await casino({ env: { SEED: 'false' }, routes: [...liabilityRoutes, ...jackpotsModule.routes!] })
  published = (await get('/api/game/fairness')).body
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await fixture.close()
})

const get = (url: string, token?: string) => fixture.app.send({ method: 'GET', url, ...(token && { token }) })

/** Runs the program on answers of the site. */
function verify(fairness: unknown, answers?: unknown): { status: number | null; lines: string[] } {
  const paths = [fairness, answers].flatMap((content, index) => {
    if (content === undefined) return []
    const path = join(folder, `${index}.json`)
    writeFileSync(path, JSON.stringify(content))
    return [path]
  })
  const { status, stdout, stderr } = spawnSync('python3', [program, ...paths], { encoding: 'utf8' })
  if (stderr) throw new Error(stderr)
  return { status, lines: stdout.trim().split('\n') }
}

test('the page alone is enough to recalculate every vector of every game, in another language', () => {
  // One file that a reader can follow.
  expect(readFileSync(program, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(400)
  expect(published.games.map(({ game }) => game)).toEqual(games.map(({ slug }) => slug))
  expect(published.games.filter(({ vectors }) => vectors.length === 0)).toEqual([])
  const { status, lines } = verify(published)
  expect([status, lines.at(-1)]).toEqual([0, expect.stringMatching(/^\d+ checks, 0 faults$/)])
})

test('a vector or a table that differs in one number is found in every game', () => {
  const wrong = structuredClone(published)
  for (const game of wrong.games) for (const vector of game.vectors) vector.payout = (vector.payout as number) + 1
  const { status, lines } = verify(wrong)
  expect(status).toBe(1)
  for (const { game, vectors } of published.games)
    expect(lines.filter((line) => line.startsWith(`vector of ${game}:`)).length, game).toBe(vectors.length)
})

test('the sources of every version give the hash that rounds show, and an unknown version is refused', async () => {
  const { body: listed } = await get('/api/game/maths')
  expect((listed as Array<{ game: string }>).map(({ game }) => game)).toEqual(games.map(({ slug }) => slug))
  const maths: MathsSources[] = []
  for (const { game, version } of listed) maths.push((await get(`/api/game/maths/${game}/${version}`)).body)
  expect(maths.map(({ hash }) => hash)).toEqual((listed as MathsSources[]).map(({ hash }) => hash))
  expect(verify(published, { maths }).status).toBe(0)
  const [first, ...others] = maths
  const [source, ...more] = first!.sources
  const changed = { ...first, sources: [{ ...source, text: `${source!.text} ` }, ...more] }
  expect(verify(published, { maths: [changed, ...others] }).lines[0]).toMatch(`maths of ${first!.game}`)
  for (const path of ['dice/9.9.9', 'nothing/1.0.0']) {
    const { status, body } = await get(`/api/game/maths/${path}`)
    expect([status, body.error.name]).toEqual([404, 'versionNotFound'])
  }
})

async function playRounds(maths: GameMaths, player: CasinoPlayer, rounds: number): Promise<string[]> {
  // Pairs that a player can open in a minute are limited.
  fixture.app.moveClock(4_000)
  const token = await fixture.launch(maths.slug, { player })
  const stake = Math.ceil(100 / maths.unit) * maths.unit
  const ids: string[] = []
  while (ids.length < rounds) {
    fixture.app.moveClock(2_500)
    const { status, body } = await fixture.studioApi('POST', 'play', token, {
      playId: randomUUID(),
      stake,
      choice: firstChoice(maths, stake),
    })
    expect(status, maths.slug).toBe(200)
    let round = body.round as StudioRound
    for (let acts = 0; round.status === 'playing'; acts++) {
      const view = round.progress!.view
      const mayCashOut = 'worth' in view && view.worth.amount > 0 && acts > ids.length
      const act: Act = mayCashOut ? { type: 'cashOut' } : possibleAct(view)
      const answer = await fixture.studioApi('POST', 'act', token, {
        roundId: round.id,
        actId: randomUUID(),
        after: acts,
        act,
      })
      expect(answer.status, maths.slug).toBe(200)
      round = answer.body.round
    }
    ids.push(round.id)
  }
  await fixture.studioApi('POST', 'seeds', token, {})
  return ids
}

/** A round that all players share, with a bet that is cashed out automatically. */
async function playShared(slug: string, player: CasinoPlayer): Promise<string[]> {
  const actor = { kind: 'operator', id: randomUUID(), name: 'test' } as never
  const chain = await publishChain({ ...fixture.deps, actor, randomBytes }, slug as 'crash', {
    length: 50,
    event: 'a block',
  })
  if (!chain.ok) throw new Error(chain.refusal)
  const salt = { game: slug as 'crash', salt: 'hash-of-a-block', source: 'a block', lastHash: chain.value.lastHash }
  await enterSalt({ ...fixture.deps, actor }, salt)
  const leader = new Leader(slug as 'crash', {
    deps: fixture.deps,
    studio: fixture.parts,
    settle: fixture.studio.settle,
    holder: thisProcess,
  })
  expect(await leader.elect()).toBe(true)
  const token = await fixture.launch(slug, { player })
  const step = async () => {
    fixture.app.moveClock(1_000)
    await leader.step()
    await leader.quiet()
  }
  const table = async () => (await fixture.studioApi('GET', 'table', token)).body
  for (let steps = 0; (await table()).phase !== 'betting' && steps < 100; steps++) await step()
  const { number } = await table()
  const choice = { round: number, cashOutAt: 137 }
  const { status, body } = await fixture.studioApi('POST', 'play', token, { playId: randomUUID(), stake: 10, choice })
  expect(status).toBe(200)
  // The bet may be cashed out long before the shared round ends, or settled shortly after it.
  const hasEnded = async () =>
    (await get(`/api/game/shared-rounds/${slug}/${number}`)).status === 200 &&
    (await get(`/api/game/rounds/${body.round.id}`)).body.status !== 'open'
  for (let steps = 0; !(await hasEnded()) && steps < 2_000; steps++) await step()
  await fixture.studioApi('POST', 'seeds', token, {})
  return [body.round.id]
}

// Shows: attack 134
test('rounds that were really played in every game are recalculated from the answers of the site', async () => {
  const player = await fixture.player({ EUR: 1_000_000_00n })
  const ids: string[] = []
  for (const maths of games)
    ids.push(
      ...(isShared(maths) ? await playShared(maths.slug, player) : await playRounds(maths, player, repetitions(1, 5))),
    )
  const rounds: Array<Awaited<ReturnType<typeof get>>['body']> = []
  for (const id of ids) rounds.push((await get(`/api/game/rounds/${id}`)).body)
  expect(rounds.filter(({ outcome, serverSeed }) => !outcome || !serverSeed)).toEqual([])
  expect(new Set(rounds.map(({ game }) => game.id)).size).toBe(games.length)
  const numbers = rounds.flatMap(({ choice }) => (choice && 'round' in choice ? [choice.round as number] : []))
  expect(numbers.length).toBe(1)
  const { body: shared } = await get(`/api/game/shared-rounds/crash/${numbers[0]}`)
  expect(shared.round.point).toBeGreaterThanOrEqual(100)
  const another = { ...shared, round: { ...shared.round, point: shared.round.point + 1 } }
  expect(verify(published, { shared: [another] }).lines[0]).toMatch(/^point of a shared round/)
  const sound = verify(published, { player: player.id, rounds, shared: [shared] })
  expect([sound.status, sound.lines.at(-1)]).toEqual([0, expect.stringMatching(/ 0 faults$/)])
  // One fault in every round: the payout, the seed's proof, or the place of another player.
  const paid = verify(published, {
    player: player.id,
    rounds: rounds.map((round) => ({ ...round, payout: round.payout + 1 })),
  })
  expect(paid.lines.filter((line) => / round /.test(line)).length).toBe(rounds.length)
  expect(
    verify(published, { player: randomUUID(), rounds }).lines.filter((line) => line.startsWith('place of')).length,
  ).toBe(rounds.length)
  const proofs = rounds.map((round) => ({
    ...round,
    drawn: { ...round.drawn, proof: rounds.find(({ game }) => game.id !== round.game.id)!.drawn.proof },
  }))
  expect(
    verify(published, { player: player.id, rounds: proofs }).lines.filter((line) => line.startsWith('seed of')).length,
  ).toBe(rounds.length)
})

// Shows: attack 226, attack 228
longTest(
  'the signature of a beacon is verified without a library, and one of another round or key is named',
  async () => {
    const named = {
      chainHash: quicknet.chainHash,
      round: 1_000,
      signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    }
    const hash = 'ab'.repeat(32)
    const drawnBy = (key: string, text: string) =>
      BigInt(`0x${createHmac('sha256', key).update(text).digest('hex').slice(0, 13)}`)
    const sharedWith = (signed: typeof named, beacon: BeaconChain = quicknet) => ({
      round: { hash, point: pointOf(drawnBy(signed.signature, hash)), beacon: signed },
      chain: { salt: 'a salt' },
      beacon,
    })
    const faults = (shared: object) => verify(published, { shared: [shared] }).lines.slice(0, -1)
    expect(faults(sharedWith(named))).toEqual([])
    const wrong = ['beacon of a shared round: False is not True']
    // The signature of another round, another key under the known name, and what is no point of the curve.
    const earlier = 'b6b6a585449b66eb12e875b64fcbab3799861a00e4dbf092d99e969a5eac57dd3f798acf61e705fe4f093db926626807'
    expect(faults(sharedWith({ ...named, signature: earlier }))).toEqual(wrong)
    const own = await sandboxBeaconChain('a secret')
    expect(faults(sharedWith(named, { ...own, chainHash: quicknet.chainHash }))).toEqual(wrong)
    for (const signature of ['00'.repeat(48), `${'8'.repeat(95)}1`, 'no number'])
      expect(faults(sharedWith({ ...named, signature })), signature).toEqual(wrong)
  },
)

test('side stakes that were really drawn are recalculated from the answers of the site', async () => {
  const opened = await fixture.deps.db.transaction((tx) =>
    openJackpot(tx, fixture.deps, {
      currency: 'EUR',
      sideStake: 100n,
      levels: {
        mini: { contribution: 30n, seed: 0n, cap: 60n },
        major: { contribution: 30n, seed: 0n, cap: 300n },
        grand: { contribution: 10n, seed: 50n, cap: 1000n },
      },
    }),
  )
  if (!opened.ok) throw new Error(opened.refusal)
  const player = await fixture.player({ EUR: 1_000_00n })
  const ctx = contextOf(fixture.deps, player)
  await joinJackpot(ctx, { currency: 'EUR', jackpotId: opened.value, clientSeed: 'my-own-words' })
  await playRounds(
    games.find(({ slug }) => slug === 'dice')!,
    player,
    8,
  )
  await revealTickets(ctx, { currency: 'EUR', clientSeed: 'the-next-ones' })
  const { pairs } = (await get('/api/game/jackpots/EUR/own', player.token)).body as OwnJackpot
  const { data, jackpots } = (await get('/api/game/jackpots/EUR/tickets', player.token)).body as Tickets
  const { serverSeed, clientSeed } = pairs.find(({ id }) => id === data[0]!.pairId)!
  const drawn = data.map(({ draw }) => ({
    serverSeed,
    clientSeed,
    nonce: draw!.nonce,
    levels: jackpots[0]!.levels.map(({ level, cap, contribution }, at) => {
      return { level, cap, contribution, pot: draw!.pots[at], drawn: draw!.drawn[at]!, won: draw!.won[at] }
    }),
  }))
  expect(drawn.length).toBe(8)
  expect(drawn.some(({ levels }) => levels[0]!.won! > 0)).toBe(true)
  const withDraws = (draws: object) => ({ ...published, vectors: { ...published.vectors, jackpots: draws } })
  expect(verify(withDraws(drawn)).lines).toEqual([expect.stringMatching(/ 0 faults$/)])
  const moved = drawn.map((each) => ({
    ...each,
    levels: each.levels.map((level) => ({ ...level, drawn: level.drawn + 1 })),
  }))
  expect(verify(withDraws(moved)).lines.filter((line) => line.startsWith('draw of the')).length).toBe(24)
  await publishReport({ ...fixture.deps, actor: { kind: 'job', name: 'test' } as never })
  const [report] = (await get('/api/wallet/liabilities')).body as LiabilityReport[]
  const pots = jackpots[0]!.levels.map(({ pot }) => pot)
  const terms = { sideStake: 100, contributions: [30, 30, 10], seeds: [0, 0, 50], caps: [60, 300, 1000] }
  expect(report!.jackpots).toEqual([{ id: opened.value, currency: 'EUR', draws: 8, pots, ...terms }])
  expect(report!.statement).toContain(
    `\njackpot ${opened.value} EUR draws 8 pots ${pots.join(' ')} side-stake 100 contributions 30 30 10 seeds 0 0 50 caps 60 300 1000\n`,
  )
  const figures = { ...report!, auditSeal: auditSealIn(report!.statement) }
  expect(statementOf(figures)).toBe(report!.statement)
  expect(statementOf({ ...figures, jackpots: [] })).not.toBe(report!.statement)
})

test('the proof of a balance leads to the root of the report', async () => {
  const player = await fixture.player({ EUR: 123_45n, USD: 6_78n })
  await publishReport({ ...fixture.deps, actor: { kind: 'job', name: 'test' } as never })
  const [report] = (await get('/api/wallet/liabilities')).body
  const proof = (await get('/api/wallet/liabilities/proof', player.token)).body
  const full = { ...proof, id: report.id, trees: report.trees }
  expect(proof.balances.length).toBe(2)
  expect(verify(published, { proofs: [full] }).status).toBe(0)
  const [balance] = proof.balances
  const less = { ...balance, amount: balance.amount - 1 }
  expect(verify(published, { proofs: [{ ...full, balances: [less] }] }).lines[0]).toMatch(/^balance: False/)
})
