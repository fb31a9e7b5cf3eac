import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseOverHttp } from '#games/studio/house-wallet.ts'
import { keepsTheHouseWallet } from '#games/studio/house-wallet-conformance.ts'
import { houseStudioKeys, houseStudioSlug } from '#server/partners/game-studio/house-studio.ts'
import { casino, type Casino } from '#tests/setup/casino.ts'
import { houseInProcess } from './house-in-process.ts'

let house: Casino
let url: string
beforeAll(async () => {
  house = await casino()
  url = house.url
})
afterAll(() => house.close())

const ways = {
  'over HTTP': () =>
    houseOverHttp({
      baseUrl: () => url,
      studio: houseStudioSlug,
      signingKey: houseStudioKeys(house.deps.settings.secret).signingKey,
      clock: house.deps.clock,
    }),
  'in process': () => houseInProcess(house.deps, houseStudioSlug),
}

for (const [way, wallet] of Object.entries(ways))
  keepsTheHouseWallet(way, () => ({
    async seat() {
      const player = await house.player({ EUR: 100_00n })
      return {
        wallet: wallet(),
        token: await house.launch('dice', { player }),
        balance: () => house.balance(player),
        async signOut() {
          await house.house.db.asOwner(
            `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
            [player.sessionId],
          )
        },
      }
    },
  }))

test('in process, an error of the house is no answer: the stake may have been taken', async () => {
  const player = await house.player()
  const token = await house.launch('dice', { player })
  const post = async () => {
    throw new Error('the connection was cut')
  }
  const broken = houseInProcess({ ...house.deps, ledger: { ...house.deps.ledger, post } }, houseStudioSlug)
  expect(
    await broken.bet({ token, currency: 'EUR', gameId: 'dice', roundId: 'r', transactionId: 't', amount: 1 }),
  ).toMatchObject({ kind: 'unknown' })
})
