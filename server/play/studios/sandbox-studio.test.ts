/** The sandbox's studio and the site together, over real HTTP: its games are offered and played, whatever fault is switched on. */
import { createPrivateKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { noStudioFaults } from '#sandbox/studio/faults.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { endFreeRounds } from '#server/play/games/free-rounds.ts'
import { createHub88Studio } from '#server/partners/game-studio/hub88/hub88.ts'
import { readPublicKey } from '#server/partners/game-studio/hub88/signature.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { keyPair } from '#tests/setup/outside-studio.ts'
import { closeRounds } from './close-rounds.ts'
import { mountStudios } from './mount.ts'
import { refreshGames } from './refresh-games.ts'
import { syncCatalogues } from './sync-catalogues.ts'

const [site, studio] = [keyPair(), keyPair()]
let sandbox: Sandbox
let fixture: Casino

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    operatorUrl: () => fixture.url,
    secret: 'shared with the sandbox',
    statePath: null,
    studio: { keys: { privateKey: studio.privateKey, publicKey: site.publicKey }, timeoutMs: 2_000 },
  })
  fixture = await casino({
    studios: [
      createHub88Studio({
        slug: 'lantern',
        name: 'Lantern Works',
        url: `${sandbox.url}/game-studio`,
        operatorId: 1,
        privateKey: createPrivateKey(site.privateKey),
        publicKeys: [readPublicKey(studio.publicKey)],
        tokenKey: 'a key of the site',
      }),
    ],
    plugins: (deps) => [(app) => mountStudios(app, deps)],
  })
  await syncCatalogues(fixture.deps, { isForced: true })
  await refreshGames(fixture.deps)
})
afterAll(async () => {
  await sandbox.close()
  await fixture.close()
})

async function open(game: string, player?: CasinoPlayer): Promise<string> {
  const answer = await fixture.app.send({
    method: 'POST',
    url: `/api/game/games/${game}/play`,
    token: player?.token,
    payload: { mode: player ? 'real' : 'demo' },
  })
  if (answer.status !== 200) throw new Error(answer.body.error.name)
  return answer.body.url
}
const ask = async (url: string, area: 'state' | 'round', body?: object) => {
  const answer = await fetch(url.replace('/play/', `/${area}/`), {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, any>
}
const played = (url: string, stake = 100_000) => ask(url, 'round', { choice: 0, stake })
/** As a browser would: until the studio has no call left to make. */
const settled = () => expect.poll(() => sandbox.studio!.waiting()).toBe(0)
async function roundsOf(player: CasinoPlayer) {
  return fixture.deps.db.kysely
    .selectFrom('games.rounds')
    .select(['status', 'stake', 'won', 'free_stake'])
    .where('player_id', '=', player.id)
    .execute()
}
/** What the rounds took and paid is what the balance changed by; nothing stays open. */
async function expectSound(player: CasinoPlayer, before: bigint): Promise<void> {
  await settled()
  fixture.app.moveClock(16 * 60_000)
  await closeRounds(fixture.deps)
  const rounds = await roundsOf(player)
  const net = rounds.reduce((sum, { stake, won }) => sum + won - stake, 0n)
  expect(await fixture.balance(player)).toBe(before + net)
  expect(rounds.filter(({ status }) => status === 'open')).toEqual([])
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
}

test('its games are in the lobby, with their maker, and open with play money', async () => {
  const { body } = await fixture.app.send({ method: 'GET', url: '/api/game/games?providers[]=lantern-works' })
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['lantern-two-moons', 'lantern-five-lamps'])
  const url = await open('lantern-five-lamps')
  expect((await fetch(url)).headers.get('content-security-policy')).toContain('frame-ancestors ')
  const state = await ask(url, 'state')
  const answer = await played(url)
  expect(answer).toMatchObject({ status: 'RS_OK', balance: state.balance - 100_000 + answer.win })
})

// Shows: fault 25
test.each([
  ['without a fault', {}],
  ['with slow calls', { slowMs: 20 }],
  ['with every call sent three times at once', { copies: 3 }],
  ['with wins sent before their bets', { isReordering: true }],
  ['with lost answers', { lostAnswers: 7 }],
  ['with rollbacks before their bets', { rollbacksFirst: 3 }],
  ['with late wins', { lateWinMs: 50 }],
  [
    'with all faults at once',
    { slowMs: 5, copies: 2, isReordering: true, lostAnswers: 4, rollbacksFirst: 2, lateWinMs: 20 },
  ],
])('rounds are played and settled to the cent %s', async (_how, faults) => {
  const player = await fixture.player({ EUR: 100_00n })
  const url = await open('lantern-two-moons', player)
  Object.assign(sandbox.studio!.faults, faults)
  try {
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await played(url))
    expect(answers.some(({ status }) => status === 'RS_OK')).toBe(true)
    await expectSound(player, 100_00n)
  } finally {
    Object.assign(sandbox.studio!.faults, noStudioFaults)
  }
})

// Shows: 10.27
test('a game that its studio does not offer with play money is opened for money only', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const offerDemo = async (isOffered: boolean) => {
    await fixture.app.db.asOwner(`UPDATE studios.games SET has_demo = $1 WHERE id = 'lantern-five-lamps'`, [isOffered])
    await refreshGames(fixture.deps)
  }
  await offerDemo(false)
  try {
    await expect(open('lantern-five-lamps')).rejects.toThrow('noDemo')
    expect(await open('lantern-five-lamps', player)).toContain('/play/')
  } finally {
    await offerDemo(true)
  }
  expect(await open('lantern-five-lamps')).toContain('/play/')
})

// Shows: fault 25
test('a win that comes after signing out is paid, and nothing more is staked', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const url = await open('lantern-two-moons', player)
  Object.assign(sandbox.studio!.faults, { lateWinMs: 200 })
  try {
    for (let n = 0; n < 8; n++) await played(url)
    await fixture.app.db.asOwner(
      `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
      [player.sessionId],
    )
    expect(await played(url)).toMatchObject({ status: 'RS_ERROR_TOKEN_EXPIRED' })
    await expectSound(player, 100_00n)
  } finally {
    Object.assign(sandbox.studio!.faults, noStudioFaults)
  }
})

// Shows: 11.42, fault 23
test('free spins are played as free rounds, counted here and there, and withdrawn when they are cancelled', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const [id, cancelled] = [randomUUID(), randomUUID()]
  await giveSpins(player, id, 2)
  const url = await open('lantern-two-moons', player)
  expect((await ask(url, 'state')).free).toEqual({ left: 2, stake: 25_000 })
  for (let n = 0; n < 2; n++) expect((await played(url)).stake).toBe(0)
  expect((await played(url)).stake).toBe(100_000)
  await settled()
  const rounds = await roundsOf(player)
  expect(rounds.map(({ free_stake }) => free_stake).toSorted()).toEqual([0n, 25n, 25n])
  await endFreeRounds(fixture.deps)
  expect(await reportOf(id)).toMatchObject({ state: 'finished', used: 2 })

  await giveSpins(player, cancelled, 5)
  const again = await open('lantern-two-moons', player)
  await played(again)
  await fixture.app.db.asOwner(
    'UPDATE bonuses.player_freespins SET status = 3, result = 3, finished_at = now() WHERE id = $1',
    [cancelled],
  )
  expect(sandbox.studio!.rewards.get(cancelled)).toMatchObject({ isCancelled: false })
  await endFreeRounds(fixture.deps)
  expect(await reportOf(cancelled)).toMatchObject({ state: 'cancelled', used: 1 })
  expect(sandbox.studio!.rewards.get(cancelled)).toMatchObject({ isCancelled: true })
  expect((await played(again)).stake).toBe(100_000)
})

const reportOf = (id: string) =>
  fixture.deps.db.kysely.selectFrom('studios.free_rounds').selectAll().where('id', '=', id).executeTakeFirst()

async function giveSpins(player: CasinoPlayer, id: string, count: number) {
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, created_at, expires_at, game_id, count, spin_amount, status)
     VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', $3, $4, 'lantern-two-moons', $5, 25, 2)`,
    [id, player.id, fixture.deps.clock.now(), new Date(fixture.deps.clock.now().getTime() + 30 * 86_400_000), count],
  )
}
