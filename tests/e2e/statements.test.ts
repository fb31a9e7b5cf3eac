/** A statement in a browser: it is checked on the page itself, and a changed file or another key is named there. */
import { expect } from 'vitest'
import { expectReadable, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { openProductDatabase } from '../product/product-database.ts'
import { fund, registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()

/** Moves the player and every movement of the site into the month before. */
async function makeOlder(): Promise<string> {
  const books = await openProductDatabase(site)
  const lastMonth = `date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '10 days'`
  try {
    await books.query('ALTER TABLE ledger.movements DISABLE TRIGGER append_only')
    await books.query(`UPDATE ledger.movements SET created_at = ${lastMonth}`)
    await books.query('ALTER TABLE ledger.movements ENABLE TRIGGER append_only')
    await books.query(`UPDATE identity.players SET created_at = ${lastMonth} - interval '1 day'`)
    await books.query(`UPDATE wallet.accounts SET created_at = ${lastMonth} - interval '1 day'`)
    return (await books.query(`SELECT to_char(${lastMonth}, 'YYYY-MM') AS month`)).rows[0].month
  } finally {
    await books.end()
  }
}

longTest(
  'a statement of a month is checked on its page; a changed file and another key are named',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 12_345)
    const month = await makeOlder()
    const { page } = await visit(`/profile/statements/${month}`, { ...phone, player, cookies: noticeRead })
    const check = async () => {
      await page.getByRole('button', { name: 'Check it in this browser' }).click()
      const result = page.getByRole('status', { name: 'Result of the check' })
      await result.getByRole('listitem').first().waitFor()
      return result.innerText()
    }
    expect(await page.locator('main').innerText()).toContain('123.45')
    const sound = await check()
    for (const words of ['The signature is valid', 'saw first', 'Every line adds up', 'figures of this page'])
      expect(sound).toContain(words)
    await expectReadable(page)

    await page.route('**/csv', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('123.45', '923.45') })
    })
    await page.reload()
    const forged = await check()
    for (const words of ['does not belong to this file', 'do not add up in EUR', 'other figures than this page'])
      expect(forged).toContain(words)
    await page.unroute('**/csv')

    await page.evaluate(() => localStorage.setItem('liabilities-key', '["a key of another site"]'))
    await page.reload()
    expect(await check()).toContain('another one than this browser has seen before')

    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Check it in this browser' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.locator('main').innerText()).toContain('123.45')
  },
)
