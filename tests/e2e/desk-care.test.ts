/** Documents, chat and contact messages at the desk, worked by keyboard alone. */
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { longTest } = siteTest({ DESK_PORT: String(port) })

longTest(
  'an operator decides documents, answers a chat and a message, and sets a limit, by keyboard alone',
  { timeout: 240_000 },
  async ({ enter }) => {
    const page = await (await enter({ seesPictures: true })).newPage()
    await page.goto(`${deskUrl}/documents`)
    await signIn(page, 'manager')
    const { keyboard } = page

    // A file that is no picture is neither shown nor executed.
    const hostile = '<!doctype html><script>document.title = "executed"</script>'
    await page.route('**/api/documents/*/file', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: hostile }),
    )
    await page.getByRole('row', { name: /identity-card/ }).waitFor()
    await keyboard.press('j')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Document', exact: true }).waitFor()
    await page.getByText('This kind of file is not shown within the desk.').waitFor()
    expect(await page.title()).not.toContain('executed')
    await page.unroute('**/api/documents/*/file')
    await page.reload()
    const picture = page.getByRole('img', { name: 'identity-card.png' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await expectReadable(page)

    // The first is approved, then the next one is shown and declined.
    await keyboard.press('a')
    await page.getByRole('img', { name: 'electricity-bill.png' }).waitFor()
    await keyboard.press('d')
    await keyboard.type('The address is cut off')
    await keyboard.press('Enter')
    await page.getByText('No document is here').waitFor()
    await page.goto(`${deskUrl}/documents?state=declined`)
    await page.getByRole('row', { name: /electricity-bill/ }).waitFor()

    await page.goto(`${deskUrl}/chat`)
    await page.getByText('My withdrawal waits for it.').waitFor()
    await keyboard.press('j')
    const messages = page.getByRole('log')
    await messages.getByText('How long does the check take?').waitFor()
    await expectReadable(page)
    await keyboard.press('r')
    await keyboard.type('Both are checked.')
    await keyboard.press('Enter')
    await messages.getByText('Both are checked.').waitFor()
    await page.getByText('Assigned to manager').waitFor()
    await keyboard.press('Escape')
    await keyboard.press('e')
    await page.getByText('No conversation is here').waitFor()

    await page.goto(`${deskUrl}/messages`)
    await page.getByRole('row', { name: /card of my company/ }).waitFor()
    await keyboard.press('j')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'visitor@example.com' }).waitFor()
    await expectReadable(page)
    await keyboard.press('r')
    await keyboard.type('No, only your own.')
    await keyboard.press('Control+Enter')
    await page.getByText('No message is here').waitFor()

    const { documents } = await (await page.request.get(`${deskUrl}/api/documents?state=approved`)).json()
    await page.goto(`${deskUrl}/players/${documents[0].playerId}/acts`)
    await page.getByRole('button', { name: 'Set a limit' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('50')
    await dialog.getByLabel('Reason').fill('Asked on the phone')
    await expectReadable(page)
    await dialog.getByRole('button', { name: 'Set a limit' }).press('Enter')
    await page.getByText('50.00\u00A0EUR').waitFor()
    await page.getByRole('button', { name: 'Set a limit' }).press('Enter')
    await dialog.getByLabel('Amount').fill('500')
    await dialog.getByLabel('Reason').fill('Asked on the phone')
    await dialog.getByRole('button', { name: 'Set a limit' }).press('Enter')
    await dialog.getByText('This would loosen the protection of the player').waitFor()
  },
)
