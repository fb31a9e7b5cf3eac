import { expect } from 'vitest'
import { fund, launchGame, play, registerPlayer } from '#tests/product/site-player.ts'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check(site: GuidedSite): Promise<void> {
  const player = await registerPlayer(site)
  await fund(player, 20_00)
  const token = await launchGame(site, player)
  const bedtime = { definition: 8, period: 'daily' }
  const limits = (body: object) => player.call('POST', '/api/player/limits', { ...bedtime, ...body })
  expect(await limits({ amount: 1440, period: 'weekly' })).toMatchObject({
    status: 422,
    body: { error: { fields: { period: [expect.any(String)] } } },
  })
  const { status, body: limit } = await limits({ amount: 1440 })
  expect([status, limit.amount, limit.currency]).toEqual([200, 1440, null])
  expect((await play(site, token)).status).toBe(200)

  // A lower limit takes effect at once. In the first minute of the day no limit is reached yet.
  const now = new Date()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  const lowered = await player.call('PUT', `/api/player/limits/${limit.id}`, { period: 'daily', amount: minute || 1 })
  expect(lowered).toMatchObject({ status: 200, body: { amount: minute || 1, pending: null } })
  const before = await entriesOf(player)
  const refused = await play(site, token)
  if (minute > 0) {
    expect([refused.status, refused.body.error?.name]).toEqual([422, 'limitReached'])
    expect(await entriesOf(player)).toEqual(before)
  }
}

async function entriesOf(player: Awaited<ReturnType<typeof registerPlayer>>): Promise<unknown[]> {
  return (await player.call('GET', '/api/wallet/entries')).body.data
}
