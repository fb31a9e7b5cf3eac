import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { current } from '../../design/toast/toast-store.ts'
import { accountRoute } from './account.ts'
import { LevelWatch } from './level-watch.tsx'

const run = hooks()
const at = (order: number, version: number) => ({
  points: order * 100,
  currentLevel: { name: `Level ${order}`, points: order * 100, order },
  nextLevel: null,
  version,
})

/** The page of a player whose level changes from 2. */
async function changed(path: string, order: number) {
  const page = await run(LevelWatch, {
    path: path.replace(':id', 'dice'),
    entry: { path },
    init: { config: { isLoyaltyEnabled: true } },
    answers: [[apiKey(accountRoute), at(2, 1)]],
  })
  await page.perform(() => page.client.setQueryData(apiKey(accountRoute), at(order, 2)))
  await page.pass(1)
  return page
}

// Shows: 4.12.1
test('a higher level opens its dialog, a lower one nothing', async () => {
  const risen = await changed('/', 3)
  expect([risen.address, risen.alerts]).toEqual(['/?loyalty-level=3', []])
  const fallen = await changed('/', 1)
  expect([fallen.address, fallen.alerts]).toEqual(['/', []])
})

// Shows: 4.12.1, 9.8.2
test('on the page of a game a higher level shows a notification for 3 s instead', async () => {
  const page = await changed('/games/:id', 3)
  const { title } = contentOf('alerts/loyalty').levelReached as { title: string }
  expect(page.address).toBe('/games/dice')
  const text = title.replace('{name}', 'Level 3')
  expect(page.alerts).toEqual([text])
  const isShown = () => current().some(({ isLeaving, ...alert }) => alert.title === text && !isLeaving)
  await page.pass(3298)
  expect(isShown()).toBe(true)
  await page.pass(1)
  expect(isShown()).toBe(false)
})
