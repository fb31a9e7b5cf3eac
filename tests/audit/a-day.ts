/** A day of real play on a real database, exported for auditors: the input of the tests of the audit. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Act } from '#contract/rounds.ts'
import type { Range } from '#audit/house.ts'
import { hashText } from '#audit/numbers.ts'
import type { AnyRecord } from '#audit/records.ts'
import { reachedAt } from '#games/crash/maths.ts'
import { prepareNextKey } from '#games/studio/draw-keys.ts'
import { rotateSeeds } from '#games/studio/seeds.ts'
import { games } from '#games/games.ts'
import { isStepped } from '#games/maths.ts'
import type { AppParts } from '#server/app.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { bonusGranted, vaultIn, withdrawalHold } from '#server/ledger/kinds.ts'
import { enterSalt, publishChain } from '#server/play/shared-rounds/chains.ts'
import { Leader } from '#server/play/shared-rounds/lead.ts'
import { thisProcess } from '#server/play/shared-rounds/tables.ts'
import { writeAuditExport } from '#server/reports/index.ts'
import { closePlayer } from '#server/identity/players/players.ts'
import { closeJackpot } from '#server/play/jackpots/close.ts'
import { openJackpot } from '#server/play/jackpots/open.ts'
import { joinJackpot, revealTickets } from '#server/play/jackpots/own.ts'
import { payShares } from '#server/play/jackpots/pay-shares.ts'
import { insertBonus } from '#tests/setup/bonuses.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { giveCash } from '#tests/setup/funded-player.ts'
import { possibleAct } from '#tests/setup/stepped-play.ts'

export type Day = {
  folder: string
  period: { from: Date; to: Date }
  range: Range
  players: number
  house: AnyRecord[]
  ofPlayers: AnyRecord[]
  fixture: Casino
  /** Those who played, with what they met. */
  owners: { ana: CasinoPlayer; ben: CasinoPlayer; cara: CasinoPlayer; withBonus: CasinoPlayer }
}

const hourMs = 3_600_000
const actor = { kind: 'operator', id: randomUUID(), name: 'test' } as never

export async function playDay(routes: AppParts['routes'] = []): Promise<Day> {
  // The database dates movements by its own clock.
  const now = new Date()
  const fixture = await casino({ env: { SEED: 'false' }, now, routes })
  const { deps, parts } = fixture
  const chain = await publishChain({ ...deps, actor, randomBytes }, 'crash', { length: 50, event: 'a block' })
  if (!chain.ok) throw new Error('the chain was not published')
  await enterSalt(
    { ...deps, actor },
    { game: 'crash', salt: 'the hash of a block', source: 'a block', lastHash: chain.value.lastHash },
  )
  const [ana, ben] = [await fixture.player({ EUR: 1_000_00n, USD: 50_00n }), await fixture.player({ EUR: 500_00n })]
  const cara = await fixture.player({ EUR: 77_00n })
  for (const [move, amount] of [
    [vaultIn, 5_00n],
    [withdrawalHold, 7_00n],
  ] as const)
    await deps.ledger.post({
      ...move.of({ playerId: ben.id, currency: 'EUR', amount: amount as never }),
      actor: 'test',
      idempotencyKey: randomUUID(),
      requestHash: '',
      reference: { kind: 'other', id: 'test' },
    })
  /** A report may leave out what moved less than a second before the last movement. */
  const publish = async () => {
    await setTimeout(1_100)
    await giveCash(deps, { playerId: cara.id, currency: 'EUR', amount: 1n })
    await publishReport({ ...deps, actor: { kind: 'system', job: 'test' } })
  }
  const reveal = async (player: CasinoPlayer, game: string) => {
    const rotated = await rotateSeeds(parts, { owner: player.id, game, mode: 'real' }, undefined)
    if (!rotated.ok) throw new Error(rotated.refusal)
  }
  const play = (player: CasinoPlayer, game: string, stake = 1_00, choice?: unknown) =>
    playRound(fixture, player, game, stake, choice)

  const under = { target: 4_950, direction: 'under' }
  for (let turn = 0; turn < 5; turn++) await play(ana, 'dice', 1_00, under)
  await reveal(ana, 'dice')
  // Enough of them for wins and losses.
  for (let [wins, losses] = [0, 0]; wins < 2 || losses < 2;) {
    if ((await play(ana, 'dice', 2_00, under)).payout > 0) wins++
    else losses++
  }
  await reveal(ana, 'dice')
  for (const game of ['ember-forge', 'tidepool', 'roulette', 'mines', 'hilo', 'blackjack', 'jacks-or-better']) {
    for (let turn = 0; turn < 3; turn++) await play(ana, game, 1_00)
    await reveal(ana, game)
  }
  // A hand with a further stake.
  for (let hasMore = false; !hasMore;) hasMore = (await play(ana, 'blackjack', 1_00)).extraStake > 0
  await reveal(ana, 'blackjack')
  await play(ben, 'dice', 5_00, under)
  await reveal(ben, 'dice')
  // Refused: the round has a nonce and no movement.
  await play(cara, 'dice', 80_00, under)
  const withBonus = await fixture.player({ EUR: 50n })
  await playWithBonus(fixture, withBonus)
  await play(ben, 'dice', 5_00, under)
  await publish()
  await prepareNextKey(parts)
  await publish()
  const held = await playForPots(fixture, { ana, ben })
  await publish()
  await play(ben, 'limbo', 1_00, { target: 2 })
  await reveal(ben, 'limbo')
  await playCrash(fixture, ana, ben)
  await reveal(ana, 'crash')
  await reveal(ben, 'crash')
  await closePots(fixture, { ana, ben, ...held })
  // A round that is open at the end, and its stake in the report.
  await begin(fixture, ana, 'mines', 3_00)
  await publish()

  const period = { from: new Date(now.getTime() - 2 * hourMs), to: new Date(now.getTime() + 12 * hourMs) }
  const folder = await mkdtemp(join(tmpdir(), 'fairhouse-audit-'))
  const manifest = await writeAuditExport(deps, folder, period, 20)
  const read = async (name: string) =>
    gunzipSync(await readFile(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AnyRecord)
  return {
    folder,
    period,
    range: manifest,
    players: manifest.players,
    house: await read('house.ndjson.gz'),
    ofPlayers: inOrder(
      [ana, ben, cara, held.dora, held.early, held.late, withBonus],
      (await Promise.all(manifest.files.slice(1).map(({ name }) => read(name)))).flat(),
    ),
    fixture,
    owners: { ana, ben, cara, withBonus },
  }
}

/** Players have no order in an export. The tests change records of the first and the last, so these are given ones. */
function inOrder(players: CasinoPlayer[], records: AnyRecord[]): AnyRecord[] {
  const starts = records.flatMap(({ record }, at) => (record === 'player' ? [at] : []))
  const groups = starts.map((start, index) => records.slice(start, starts[index + 1]))
  const ids = players.map(({ id }) => hashText(id))
  const placeOf = ([first]: AnyRecord[]) => ids.indexOf((first as Extract<AnyRecord, { record: 'player' }>).player)
  return [...records.slice(0, starts[0]), ...groups.toSorted((one, other) => placeOf(one) - placeOf(other)).flat()]
}

async function begin(fixture: Casino, player: CasinoPlayer, game: string, stake: number, choice?: unknown) {
  const token = await fixture.launch(game, { player })
  fixture.app.moveClock(2_500)
  const maths = games.find(({ slug }) => slug === game)!
  const first = 'firstChoice' in maths ? (isStepped(maths) ? maths.firstChoice() : maths.firstChoice(stake)) : null
  const { body } = await fixture.studioApi('POST', 'play', token, {
    playId: randomUUID(),
    stake,
    choice: choice ?? first,
  })
  return { token, round: body.round }
}

async function playRound(fixture: Casino, player: CasinoPlayer, game: string, stake: number, choice?: unknown) {
  return finish(fixture, game, await begin(fixture, player, game, stake, choice))
}

async function finish(fixture: Casino, game: string, begun: Awaited<ReturnType<typeof begin>>) {
  const { token } = begun
  let { round } = begun
  for (let acts = 0; round?.status === 'playing'; acts++) {
    const canCashOut = ['mines', 'hilo'].includes(game) && acts >= 2
    const act: Act = canCashOut ? { type: 'cashOut' } : possibleAct(round.progress.view)
    const request = { roundId: round.id, actId: randomUUID(), after: round.progress.acts, act }
    round = (await fixture.studioApi('POST', 'act', token, request)).body.round
  }
  return (round ?? {}) as { extraStake: number; payout: number }
}

const pots = {
  currency: 'EUR',
  sideStake: 100n,
  levels: {
    mini: { contribution: 30n, seed: 0n, cap: 60n },
    major: { contribution: 20n, seed: 0n, cap: 100n },
    grand: { contribution: 10n, seed: 50n, cap: 1000n },
  },
}
type Players = Record<'ana' | 'ben', CasinoPlayer>

async function openPots({ deps }: Casino): Promise<string> {
  const opened = await deps.db.transaction((tx) => openJackpot(tx, deps, pots))
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value
}
async function joinPot({ deps }: Casino, player: CasinoPlayer, jackpotId: string): Promise<void> {
  const ctx = contextOf(deps, player)
  const joined = await joinJackpot(ctx, { currency: 'EUR', jackpotId, clientSeed: 'drawn-in-the-browser' })
  if (!joined.ok) throw new Error(joined.refusal)
}
async function revealPot({ deps }: Casino, player: CasinoPlayer): Promise<void> {
  const revealed = await revealTickets(contextOf(deps, player), { currency: 'EUR', clientSeed: 'the-next-one' })
  if (!revealed.ok) throw new Error(revealed.refusal)
}

/**
 * Draws of five players: one has two revealed pairs, one none. Returns who is still there, with a hand that stays open while
 * the jackpot is closed, and two whose accounts are closed before and after that.
 */
async function playForPots(fixture: Casino, { ana, ben }: Players) {
  const [dora, early, late] = [await fixture.player(), await fixture.player(), await fixture.player()]
  const id = await openPots(fixture)
  for (const player of [ana, ben, dora, early, late]) await joinPot(fixture, player, id)
  for (let turn = 0; turn < 5; turn++) await playRound(fixture, ana, 'diamonds', 1_00)
  await revealPot(fixture, ana)
  for (let turn = 0; turn < 3; turn++) {
    await playRound(fixture, ben, 'diamonds', 1_00)
    await playRound(fixture, ana, 'diamonds', 1_00)
  }
  for (const player of [dora, early, late]) await playRound(fixture, player, 'diamonds', 1_00)
  for (const player of [ana, ben]) await revealPot(fixture, player)
  return { id, dora, early, late, hand: await begin(fixture, dora, 'mines', 1_00) }
}

type Held = Players & Awaited<ReturnType<typeof playForPots>>

/** One account is closed before the closing, and gets no share; one before its share is paid. Then another jackpot is open. */
async function closePots(fixture: Casino, { ana, ben, dora, early, late, id, hand }: Held): Promise<void> {
  const { deps } = fixture
  const close = (player: CasinoPlayer) => deps.db.transaction((tx) => closePlayer(tx, player.id, deps.clock.now()))
  for (const player of [ana, ben]) await revealPot(fixture, player)
  await close(early)
  fixture.app.moveClock(1_000)
  const closed = await deps.db.transaction((tx) => closeJackpot(tx, deps, id))
  if (!closed.ok) throw new Error(closed.refusal)
  fixture.app.moveClock(1_000)
  await close(late)
  await payShares(deps)
  await finish(fixture, 'mines', hand)
  const next = await openPots(fixture)
  for (const player of [ana, dora]) {
    await joinPot(fixture, player, next)
    await playRound(fixture, player, 'diamonds', 1_00)
  }
}

/** Stakes of cash and bonus money together, then free spins: with wins in cash, and with wins that are set aside. */
async function playWithBonus(fixture: Casino, player: CasinoPlayer): Promise<void> {
  const { deps, app } = fixture
  await insertBonus(app.db, { playerId: player.id, status: 2 })
  const wallet = { playerId: player.id, currency: 'EUR' }
  await deps.ledger.post({
    ...bonusGranted.of({ ...wallet, amount: 50_00n as never }),
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
  })
  await app.db.asOwner(
    `SELECT ledger.start_wager($1, 'EUR', id, 50000, NULL) FROM bonuses.player_bonuses WHERE player_id = $1`,
    [player.id],
  )
  // Cash is staked first, and there is less of it than the stake.
  for (let turn = 0; turn < 2; turn++) await playRound(fixture, player, 'tidepool', 1_00)
  await rotateSeeds(fixture.parts, { owner: player.id, game: 'tidepool', mode: 'real' }, undefined)
  for (const winsAsBonus of [false, true]) {
    const game = winsAsBonus ? 'honeyfall' : 'lantern-harbor'
    await app.db.asOwner(
      `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, created_at, expires_at, game_id, count, spin_amount, status, wins_as_bonus)
      VALUES (gen_random_uuid(), $1, 'test', 1, '{"name": {"en": "Spins"}}', false, 'EUR', now(), '2999-01-01', $2, 8, 20, 2, $3)`,
      [player.id, game, winsAsBonus],
    )
    for (let turn = 0; turn < 8; turn++) await playRound(fixture, player, game, 20)
    await rotateSeeds(fixture.parts, { owner: player.id, game, mode: 'real' }, undefined)
  }
}

/** One round with a cash-out and a loss, and one that is interrupted, so that its stakes are returned. */
async function playCrash(fixture: Casino, ana: CasinoPlayer, ben: CasinoPlayer): Promise<void> {
  const { app, deps, studio, parts } = fixture
  const leader = new Leader('crash', { deps, studio: parts, settle: studio.settle, holder: thisProcess })
  const step = async (ms: number) => {
    app.moveClock(ms)
    await leader.step()
    await leader.quiet()
  }
  const rows = async (text: string) => (await app.db.asOwner(text)).rows
  const [first, second] = [
    await fixture.launch('crash', { player: ana }),
    await fixture.launch('crash', { player: ben }),
  ]
  const bets = async (cashOutAt: number) => {
    await fixture.studioApi('GET', 'table', first)
    for (let turns = 0; turns < 3; turns++) await step(500)
    const [open] = await rows("SELECT number, point FROM shared.rounds WHERE phase = 'betting'")
    for (const [token, target] of [
      [first, cashOutAt],
      [second, 1_000_000],
    ] as const) {
      const choice = { round: Number(open!.number), cashOutAt: target }
      const { status, body } = await fixture.studioApi('POST', 'play', token, {
        playId: randomUUID(),
        stake: 1_00,
        choice,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
    }
    return Number(open!.point)
  }
  await leader.elect()
  const point = await bets(101)
  for (let left = 7_000 + reachedAt(Math.min(point + 1, 1_000_000)) + 4_000; left > 0; left -= 500) await step(500)
  for (let turns = 0; turns < 3; turns++) await studio.recover()
  app.moveClock(4_000)
  await bets(101)
  await rows('DELETE FROM shared.leaders')
  await rows(
    `UPDATE shared.rounds SET phase = 'ended', is_interrupted = true, started_at = bets_until, ended_at = bets_until WHERE phase <> 'ended'`,
  )
  app.moveClock(60_000)
  for (let turns = 0; turns < 3; turns++) await studio.recover()
}
