/** A wallet and the first limit on play at the same moment. */
import { expect, test } from 'vitest'
import { testApp } from '#tests/setup/app.ts'
import { createFundedPlayer } from '#tests/setup/funded-player.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import { forgetRoom, lockPlay } from './internal/lock-play.ts'

test('a wallet that is opened while the first limit is being set waits for it, and starts without room', async () => {
  const app = await testApp({ routes: [] })
  const player = await createFundedPlayer(app, { EUR: 1_000_00n })
  const { db } = app.deps
  let opening: Promise<unknown> = Promise.resolve()
  const isSet = Promise.withResolvers<void>()
  await db.transaction(async (tx) => {
    await lockPlay(tx, player.id)
    opening = db.transaction(async (other) => {
      await openAccount(other, { playerId: player.id, currency: 'USD', active: false })
      await isSet.promise
    })
    // Long enough to be opened, if nothing made it wait.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await forgetRoom(tx, player.id)
  })
  isSet.resolve()
  await opening
  const { rows } = await app.db.asOwner(
    `SELECT has_wallets, (SELECT room_until::text FROM wallet.accounts WHERE player_id = $1 AND currency = 'USD') AS room
     FROM limits.play WHERE player_id = $1`,
    [player.id],
  )
  expect(rows).toEqual([{ has_wallets: true, room: '-infinity' }])
  await app.close()
})
