/** Messages about bonuses, quests, tournaments and limits: once each, in the player's language, and to nobody who may not receive them. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { record } from '#server/kernel/facts/fact.ts'
import { questCompleted } from '#server/kernel/facts/kinds.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import type { AnyDefinitionKind } from '#server/kernel/definition-kind.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { play } from '#tests/money/wallets.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { questKind } from '../../rewards/quests/quest-kind.ts'
import { lifecycle as questLifecycle, routes as questRoutes } from '../../rewards/quests/module.ts'
import { grantReward } from '../../rewards/grant-reward.ts'
import { type NewStatus, setStatus } from '../../identity/sessions/set-status.ts'
import { moveRuns } from '../../rewards/tournaments/move-runs.ts'
import { publishRuns } from '../../rewards/tournaments/publish-runs.ts'
import { routes as tournamentRoutes } from '../../rewards/tournaments/module.ts'
import { tournamentKind } from '../../rewards/tournaments/tournament-kind.ts'
import { consumers } from './consumers.ts'
import { sendNotices } from './send-notices.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ alsoRoutes: [...questRoutes, ...tournamentRoutes], alsoLifecycles: [questLifecycle] })
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player()
})
afterEach(() => app.clock.reset())
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
/** By several processes at once. */
async function send(): Promise<void> {
  await catchUp(app.deps)
  await Promise.all(Array.from({ length: 4 }, () => sendNotices(app.deps)))
}
const messages = async (like = 'notice.%'): Promise<Loose[]> =>
  (
    await app.asOwner(
      `SELECT key, title, description, link->'target' AS target, link->>'label' AS label FROM messages.messages
       WHERE player_id = $1 AND key LIKE $2 ORDER BY created_at, key`,
      [player.id, like],
    )
  ).rows
const exclude = () => player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
const speaks = (locale: string) =>
  app.asOwner('UPDATE identity.players SET locale = $2 WHERE id = $1', [player.id, locale])
const agrees = () => app.asOwner('UPDATE identity.players SET receives_sms_promo = true WHERE id = $1', [player.id])
/** An offer that a reward grants: issued or active at once. */
async function grant(bonusId = 'reward-bonus-5'): Promise<void> {
  const wanted = {
    playerId: player.id,
    reward: { kind: 'offer', currency: 'EUR', bonusId },
    source: 'operator',
    sourceId: randomUUID(),
    title: { en: 'A gesture' },
  } as const
  await app.deps.db.transaction((tx) => grantReward(tx, app.deps, wanted))
}
const define = (kind: AnyDefinitionKind, identity: string, data: unknown) => putInForce(app.deps, kind, identity, data)

describe('a bonus', () => {
  // Shows: attack 210
  test('that was granted is announced once, however many processes send and however often facts are replayed', async () => {
    await grant()
    await send()
    await replayConsumer({ db: app.deps.db, clock: app.deps.clock, actor: operator }, consumers[0]!, {
      isPartial: false,
    })
    await send()
    expect(await messages()).toMatchObject([
      { key: 'notice.bonus-granted', title: 'New bonus', label: 'View bonus', target: { path: '/profile/bonuses' } },
    ])
  })

  test('that is announced is counted; one that nobody may learn of is not', async () => {
    await send()
    await grant()
    const excluded = player
    player = await app.player()
    await grant()
    await catchUp(app.deps)
    await excluded.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    expect(await sendNotices(app.deps)).toBe(1)
    expect(await sendNotices(app.deps)).toBe(0)
    expect(await messages()).toHaveLength(1)
  })

  test('of free spins is announced with their number and the day on which they end', async () => {
    await speaks('de')
    await grant('reward-spins-10')
    await send()
    const [{ description }] = (await messages()) as [Loose]
    expect(description).toMatch(/^Anzahl: 10\. Einlösbar bis zum \d+\. \p{L}+ \d{4}\.$/u)
  })

  // Shows: attack 210
  test('is announced to nobody who was excluded before it was sent, nor after the exclusion', async () => {
    await grant()
    await exclude()
    await send()
    app.clock.forward(2 * dayMs)
    await send()
    expect(await messages()).toEqual([])
  })

  // Shows: attack 210
  test('is not announced to a limited account', async () => {
    await grant()
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    await send()
    expect(await messages()).toEqual([])
  })

  // Shows: attack 210
  test('is not announced to an account that was closed, also at that moment', async () => {
    for (const isAtOnce of [false, true]) {
      player = await app.player()
      await grant('reward-spins-10')
      await catchUp(app.deps)
      const closing = closeAccount(await authenticated(), {})
      if (!isAtOnce) await closing
      await Promise.all([closing, sendNotices(app.deps)])
      expect(await closing).toMatchObject({ ok: true })
      const { rows } = await app.asOwner('SELECT kind, outcome FROM rewards.notices WHERE player_id = $1', [player.id])
      if (!isAtOnce) expect(rows).toContainEqual({ kind: 'bonus-granted', outcome: 'void' })
      await send()
      expect(await messages()).toHaveLength(rows.filter(({ outcome }) => outcome === 'sent').length)
    }
  })

  test('that was cancelled meanwhile is not announced, and does not expire in a message', async () => {
    await agrees()
    await grant()
    const [{ id }] = (await player.call('GET', '/api/game/player-bonuses')).body
    await player.call('PUT', `/api/game/player-bonuses/${id}/cancel`)
    await send()
    app.clock.forward(60 * dayMs)
    await send()
    expect(await messages()).toEqual([])
  })

  // Shows: attack 211, pair bonus/consent
  test('ends in a day: announced once to players who agreed to marketing, and to nobody else', async () => {
    const silent = player
    await grant()
    player = await app.player()
    await agrees()
    await speaks('de')
    await grant()
    await send()
    const { rows } = await app.asOwner('SELECT expires_at AS at FROM bonuses.player_bonuses WHERE player_id = $1', [
      player.id,
    ])
    app.clock.forward(rows[0]!.at.getTime() - app.clock.now().getTime() - dayMs - hourMs)
    await send()
    expect(await messages('notice.bonus-expiring')).toEqual([])
    app.clock.forward(2 * hourMs)
    await send()
    await send()
    const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(rows[0]!.at)
    expect(await messages('notice.bonus-expiring')).toMatchObject([
      { title: expect.stringContaining(`endet am ${day}`) },
    ])
    player = silent
    expect(await messages('notice.bonus-expiring')).toEqual([])
  })

  // Shows: attack 210
  test('at once with an exclusion is announced before it, or not at all', async () => {
    for (let turn = 0; turn < 4; turn++) {
      player = await app.player()
      await grant()
      await catchUp(app.deps)
      const [{ status }] = await Promise.all([exclude(), sendNotices(app.deps)])
      expect(status).toBe(200)
      const { rows } = await app.asOwner(
        `SELECT created_at <= (SELECT min(created_at) FROM limits.limits WHERE player_id = $1) AS is_before FROM messages.messages
         WHERE player_id = $1 AND key = 'notice.bonus-granted'`,
        [player.id],
      )
      expect(rows.every(({ is_before }) => is_before)).toBe(true)
      await send()
      expect(await messages('notice.bonus-granted')).toHaveLength(rows.length)
    }
  })
})

describe('a quest', () => {
  const quest = {
    name: { en: 'Two rounds', de: 'Zwei Runden' },
    description: { en: 'For a test' },
    order: 'free',
    days: 30,
    tasks: [{ kind: 'rounds', count: 2 }],
    rewards: [{ kind: 'cash', amount: { base: '5' } }],
    claim: 'player',
  }
  async function complete(claim = 'player'): Promise<string> {
    const identity = `notice-${randomUUID().slice(0, 8)}`
    await define(questKind, identity, { ...quest, claim })
    await player.fund('EUR', 1000n)
    const { body } = await player.call('PUT', `/api/retention/quests/${identity}/activate`)
    for (let round = 0; round < 2; round++) {
      const part = { player: player.id, roundId: randomUUID(), gameId: 'dice' }
      await app.deps.ledger.post(play({ ...part, kind: 'bet', amount: 100 }))
      await app.deps.ledger.post(play({ ...part, kind: 'win', amount: 0, isFinished: true }))
    }
    await catchUp(app.deps)
    return body.playerQuestId
  }

  test('whose reward waits is announced with the button that claims it', async () => {
    await speaks('de')
    const own = await complete()
    await send()
    expect(await messages()).toMatchObject([
      {
        title: 'Quest geschafft: Zwei Runden',
        label: 'Belohnung abholen',
        target: { kind: 'call', call: 'claim-quest', id: own },
      },
    ])
    expect((await player.call('PUT', `/api/retention/player-quests/${own}/claim`)).status).toBe(200)
  })

  // Shows: attack 211
  test("without a text in the player's language is announced by its English name", async () => {
    await speaks('ar')
    await complete()
    await send()
    expect(await messages()).toMatchObject([{ title: 'اكتملت المهمة: Two rounds', label: 'استلم المكافأة' }])
  })

  test('claimed before, or granted by itself, needs no message', async () => {
    const own = await complete()
    await player.call('PUT', `/api/retention/player-quests/${own}/claim`)
    await complete('automatic')
    await send()
    expect(await messages()).toEqual([])
  })

  // Shows: attack 210
  test('completed before an exclusion is announced after it', async () => {
    await complete()
    await exclude()
    await send()
    app.clock.forward(12 * hourMs)
    await send()
    expect(await messages('notice.quest%')).toEqual([])
    app.clock.forward(2 * dayMs)
    await send()
    expect(await messages('notice.quest%')).toHaveLength(1)
  })

  // Shows: attack 128, pair quests/block
  test.each(['blocked', 'limited'] as const)(
    'completed before the player is %s is announced once the player is admitted',
    async (status) => {
      const put = (next: NewStatus) =>
        setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status: next, reason: 'test' })
      await complete()
      expect((await put(status)).ok).toBe(true)
      await send()
      expect(await messages('notice.quest%')).toEqual([])
      await put('active')
      app.clock.forward(2 * dayMs)
      await send()
      expect(await messages('notice.quest%')).toHaveLength(1)
    },
  )

  test('that does not exist any more breaks nothing: other messages are sent', async () => {
    await app.deps.db.transaction((tx) =>
      record(tx, questCompleted, { player: player.id, subject: randomUUID(), data: { quest: 'gone' } }),
    )
    await complete()
    await send()
    expect(await messages()).toHaveLength(1)
  })
})

describe('a tournament', () => {
  test('that starts is announced to those who joined it beforehand, and to nobody who is excluded', async () => {
    const startsAt = new Date(app.clock.now().getTime() + hourMs)
    const words = (text: string) => ({ en: text, de: text, 'pt-BR': text, ar: text })
    const identity = `race-${randomUUID().slice(0, 8)}`
    await define(tournamentKind, identity, {
      title: words('A race'),
      description: words('For a test'),
      every: null,
      term: { startsAt: startsAt.toISOString(), endsAt: new Date(startsAt.getTime() + dayMs).toISOString() },
      entry: 'confirmed',
      score: { by: 'stake' },
      minStake: '0.10',
      games: null,
      currencies: null,
      holdMinutes: 1,
      prizes: [{ from: 1, to: 1, reward: { kind: 'cash', amount: { base: '5' } } }],
    })
    await publishRuns(app.deps)
    const run = (await app.asOwner('SELECT identity FROM rewards.tournament_runs WHERE definition = $1', [identity]))
      .rows[0]!.identity
    const join = () => player.call('POST', `/api/retention/tournaments/${run}/join`)
    const joined = player
    expect((await join()).status).toBe(200)
    const excluded = await app.player()
    player = excluded
    await join()
    await exclude()
    const stranger = await app.player()
    app.clock.forward(hourMs + 1000)
    await moveRuns(app.deps, { kind: 'system', job: 'tournaments' })
    await send()
    for (const [who, count] of [
      [joined, 1],
      [excluded, 0],
      [stranger, 0],
    ] as const) {
      player = who
      expect(await messages('notice.tournament%')).toHaveLength(count)
    }
    player = joined
    expect(await messages()).toMatchObject([
      { title: 'A race has started', target: { kind: 'page', path: `/tournaments/${run}` } },
    ])
  })
})

describe('a limit', () => {
  const set = (body: Record<string, unknown>) => player.call('POST', '/api/player/limits', body)

  test.each([
    ['en', 'Weekly deposit limit: €50.00'],
    ['de', 'Wöchentliches Einzahlungslimit: 50,00 €'],
    ['pt-BR', 'Limite semanal de depósito: € 50,00'],
    ['ar', 'حد الإيداع الأسبوعي'],
  ])('that is set is confirmed in %s, also to an excluded player', async (locale, title) => {
    await speaks(locale)
    expect((await set({ definition: 3, period: 'weekly', amount: 5000, currency: 'EUR' })).status).toBe(200)
    await exclude()
    await send()
    const sent = await messages('notice.limit%')
    expect(sent).toHaveLength(1)
    expect(sent[0]!.title.replaceAll('\u00a0', ' ')).toContain(title)
    expect(sent[0]).toMatchObject({ target: { kind: 'page', path: '/profile/limits' } })
  })

  test('of time and of a stake, and each change, are announced; its removal too', async () => {
    expect((await set({ definition: 6, period: 'daily', amount: 60 })).status).toBe(200)
    const { body } = await set({ definition: 7, period: 'round', amount: 500, currency: 'EUR' })
    await player.call('PUT', `/api/player/limits/${body.id}`, { period: 'round', amount: 400 })
    await send()
    const removal = () => player.call('DELETE', `/api/player/limits/${body.id}`)
    await removal()
    app.clock.forward(3 * dayMs)
    await removal()
    await send()
    expect((await messages('notice.limit%')).map(({ title }) => title).toSorted()).toEqual(
      [
        'Daily play time limit: 60 minutes',
        'Limit removed: Stake limit per round',
        'Stake limit per round: €4.00',
        'Stake limit per round: €5.00',
      ].toSorted(),
    )
  })
})
