/** The page of a round: readable by its address, revealed by its player alone, and never before it has ended. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

const even = { target: 4_950, direction: 'under' as const }
const read = (id: string, token?: string) =>
  fixture.app.send({ method: 'GET', url: `/api/game/rounds/${id}`, ...(token && { token }) })
const reveal = (id: string, token?: string) =>
  fixture.app.send({ method: 'POST', url: `/api/game/rounds/${id}/reveal`, ...(token && { token }) })

async function playDice(player: CasinoPlayer, launch?: string): Promise<{ id: string; launch: string }> {
  const token = launch ?? (await fixture.launch('dice', { player }))
  fixture.app.moveClock(2_500)
  const { body } = await fixture.studioApi('POST', 'play', token, { playId: randomUUID(), stake: 100, choice: even })
  return { id: body.round.id, launch: token }
}
const commitment = async (launch: string) =>
  (await fixture.studioApi('GET', 'session', launch)).body.fairness.serverSeedHash as string

// Shows: attack 142
test('anyone with its address reads a round without its secret seed, and only its player may reveal it', async () => {
  const [player, other] = [await fixture.player(), await fixture.player()]
  const { id, launch } = await playDice(player)
  const { status, body } = await read(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, game: { id: 'dice' }, stake: 100, currency: 'EUR', serverSeed: null, isOwn: false })
  expect((await read(id, other.token)).body.isOwn).toBe(false)
  expect((await read(id, player.token)).body.isOwn).toBe(true)
  const before = await commitment(launch)
  expect((await reveal(id)).status).toBe(401)
  expect((await reveal(id, other.token)).body.error.name).toBe('roundNotFound')
  expect(await commitment(launch)).toBe(before)
  expect((await reveal(randomUUID(), player.token)).status).toBe(404)
  expect((await reveal('none', player.token)).status).toBe(422)
})

test("a round's game has its name in the reader's language in the ledger, for whoever reads it in which language", async () => {
  const player = await fixture.player()
  const { id } = await playDice(player)
  for (const [locale, name] of [
    ['ar', 'النرد'],
    ['de', 'Würfel'],
    ['en', 'Dice'],
  ] as const) {
    const headers = { 'x-locale': locale }
    const { body } = await fixture.app.send({ method: 'GET', url: '/api/wallet/entries', token: player.token, headers })
    const labels = (body.data as Array<{ reference: { id: string; label: string } }>)
      .filter(({ reference }) => reference.id === id)
      .map(({ reference }) => reference.label)
    expect(labels.length, locale).toBeGreaterThan(0)
    expect(new Set(labels), locale).toEqual(new Set([name]))
  }
})

test('a revealed round is recalculated to its record; its successor stays secret however often the reveal is repeated', async () => {
  const player = await fixture.player()
  const { id, launch } = await playDice(player)
  const answers = await Promise.all(Array.from({ length: 5 }, () => reveal(id, player.token)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const round = answers[0]!.body
  const { outcome, serverSeedHash } = await verifyRound({ ...round, game: 'dice' })
  expect(outcome).toEqual(round.outcome)
  expect(serverSeedHash).toBe(round.serverSeedHash)
  const next = await playDice(player, launch)
  expect((await reveal(id, player.token)).status).toBe(200)
  expect((await read(next.id, player.token)).body.serverSeed).toBeNull()
})

test('a seed is not revealed while a round with it is open', async () => {
  const player = await fixture.player()
  const { id, launch } = await playDice(player)
  fixture.replaceWallet(() => ({ bet: async () => ({ kind: 'unknown', reason: 'no answer' }) }))
  await playDice(player, launch).catch(() => undefined)
  const answer = await reveal(id, player.token)
  fixture.replaceWallet(null)
  expect([answer.status, answer.body.error.name]).toEqual([409, 'roundInProgress'])
  expect((await read(id, player.token)).body.serverSeed).toBeNull()
})

test('after a sign-out the seed is not revealed, and the round stays readable', async () => {
  const player = await fixture.player()
  const { id } = await playDice(player)
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  expect((await reveal(id, player.token)).status).toBe(401)
  expect((await read(id)).status).toBe(200)
})
