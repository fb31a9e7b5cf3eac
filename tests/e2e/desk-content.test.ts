/** Drafts of texts at the desk. */
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const { longTest, site } = siteTest({ DESK_PORT: String(port) })

longTest(
  'two people edit a page: the second loses nothing, sees the difference, and publishes what the preview has shown',
  { timeout: 120_000 },
  async ({ enter }) => {
    const address = `http://localhost:${port}/content?file=pages/about&locale=en`
    const [cora, mia] = [await (await enter()).newPage(), await (await enter()).newPage()]
    await cora.goto(address)
    await signIn(cora, 'content')
    await mia.goto(address)
    await signIn(mia, 'manager')
    const title = 'title'

    await mia.getByLabel(title, { exact: true }).fill('Ours')
    await mia.getByLabel('body', { exact: true }).fill('Not **closed')
    await mia.getByText('Line 1: ** is not closed.').waitFor()
    expect(await mia.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    await mia.getByLabel('body', { exact: true }).fill('Now **closed**, see [the terms](/terms).')

    await cora.getByLabel(title, { exact: true }).fill('Hers')
    await cora.getByLabel(title, { exact: true }).press('Control+s')
    await cora.getByText('Draft of content').waitFor()
    await mia.getByRole('button', { name: 'Save draft' }).click()
    await mia.getByText('content has saved another draft while you were editing.').waitFor()
    await mia.getByText('From theirs to yours').click()
    expect(await mia.locator('del').allTextContents()).toContain('Hers')
    expect(await mia.locator('ins').allTextContents()).toContain('Ours')
    await expectReadable(mia)
    await mia.getByRole('button', { name: 'go on with mine' }).click()
    await mia.getByRole('button', { name: 'Save draft' }).click()
    await mia.getByText('Draft of manager').waitFor()

    const preview = mia.getByRole('article')
    await preview.getByText('Ours', { exact: true }).waitFor()
    await preview.getByRole('link', { name: 'the terms' }).waitFor()
    await mia.getByRole('button', { name: 'Publish' }).click()
    await mia.getByRole('dialog').getByLabel('Reason').fill('a new start')
    await mia.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await mia.getByRole('cell', { name: 'a new start' }).waitFor()
    // Cora has changed nothing since, so she sees what is published.
    await expect.poll(() => cora.getByLabel(title, { exact: true }).inputValue(), { timeout: 20_000 }).toBe('Ours')
    await mia.goto(`${site.url}/about`)
    await mia.getByRole('heading', { level: 1, name: 'Ours' }).waitFor()
  },
)
