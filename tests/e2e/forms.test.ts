/**
 * Tests every field of the catalogue in a real form: the registration, with an intercepted response that requires all
 * of them.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fieldCatalogue, fieldRules } from '#contract/fields/catalogue.ts'
import { localeCodes } from '#contract/locales.ts'
import { dialogOf, expectReadable, type Guest, siteTest, noticeRead, plainPage } from '#tests/setup/visit.ts'
import { sampled } from '#tests/setup/length.ts'

const { site, test, longTest } = siteTest({ SEED: 'false', TRUST_PROXY: '1', REGISTRATION_PHONE: 'true' })
let page: Page

const notAsked = new Set(['captcha', 'currentPassword', 'newPassword', 'repeatNewPassword'])
const required = new Set(['email', 'password', 'password_confirmation', 'phone', 'agreements'])
const described = Object.keys(fieldCatalogue)
  .filter((id) => !notAsked.has(id))
  .map((id, index) => ({
    id,
    name: id,
    description: null,
    editable: true,
    isVisible: true,
    isRequired: required.has(id),
    position: index + 1,
    value: null,
    rules: { ...fieldRules(id), ...(required.has(id) ? { required: true } : {}) },
  }))

/** Opens a registration with these fields; its submission gets the response `answer`. */
async function openForm(
  enter: (guest: Guest) => Promise<BrowserContext>,
  ids: string[] | null,
  options: { locale?: string; width?: number; height?: number; answer?: object } = {},
): Promise<{ sent: () => Record<string, unknown> }> {
  const { locale = 'en', width = 1280, height = 900, answer } = options
  const context = await enter({
    viewport: { width, height },
    extraHTTPHeaders: { 'cf-ipcountry': 'DE' },
    cookies: { locale, ...noticeRead },
  })
  page = await context.newPage()
  let body: Record<string, unknown> = {}
  await page.route('**/api/player/fields/validations*', (route) =>
    route.fulfill({ json: described.filter(({ id }) => !ids || ids.includes(id)) }),
  )
  await page.route('**/api/player/register', (route) => {
    body = route.request().postDataJSON()
    return route.fulfill({
      status: 422,
      json: answer ?? {
        error: { name: 'fieldsInvalid', message: 'no', fields: { email: ['Taken, says the server'] } },
      },
    })
  })
  await page.goto(`${site.url}${locale === 'en' ? '' : `/${locale}`}${plainPage}?sign-up=true`)
  await dialogOf(page, 'sign-up').locator('form').waitFor()
  return { sent: () => body }
}
const field = (name: string) => page.locator(`[name="${name}"]`)
const combobox = (label: string) => page.getByRole('combobox', { name: label, exact: false })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const errorOf = (name: string) =>
  field(name).evaluate((element) => {
    const note = document.getElementById((element.getAttribute('aria-describedby') ?? '').split(' ')[0]!)
    return element.getAttribute('aria-invalid') === 'true' ? note?.textContent : null
  })

longTest(
  'a country is found by typing, selected by arrow keys and Enter; Escape closes the list but not the dialog',
  async ({ enter }) => {
    await openForm(enter, ['email', 'country', 'nationality'])
    const country = combobox('Country')
    await expect.poll(() => country.inputValue()).toBe('Germany')
    await country.click()
    expect(await option('Germany').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.type('côte')
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Côte d’Ivoire'])
    await page.keyboard.press('Escape')
    expect(await country.inputValue()).toBe('Germany')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await country.getAttribute('aria-activedescendant')).toBe(
      await page.locator('[role=option][data-active]').getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await expect.poll(() => country.inputValue()).toBe('Ghana')
    expect(await field('country').inputValue()).toBe('GH')
    await page.keyboard.type('zzz')
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Tab')
    expect(await country.inputValue()).toBe('Ghana')
  },
)

longTest(
  'the calling code follows the country of the form until one is chosen, and replacing the national number keeps it',
  async ({ enter }) => {
    await openForm(enter, ['email', 'phone', 'country', 'password'])
    await page.getByRole('tab', { name: 'Phone' }).click()
    const phone = field('phone')
    const chooser = page.getByRole('button', { name: /^Calling code/ })
    const isOf = (country: string) => expect.poll(() => chooser.getAttribute('aria-label')).toContain(country)
    await isOf('Germany +49')
    await field('country').selectOption('BR', { force: true })
    await isOf('Brazil +55')
    await phone.focus()
    await page.keyboard.type('11987654321')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('021987654322')
    expect(await phone.inputValue()).toBe('5521987654322')
    await field('country').selectOption('EG', { force: true })
    await isOf('Egypt +20')
    expect(await phone.inputValue()).toBe('2021987654322')
    await phone.fill('+55 21 98765-4322')
    await field('country').selectOption('DE', { force: true })
    await isOf('Brazil +55')
    await chooser.click()
    await page.getByRole('option', { name: 'Austria' }).click()
    await phone.fill('')
    await field('country').selectOption('BR', { force: true })
    await isOf('Austria +43')
  },
)

// Shows: 3.7.1, 5.2.2, 9.1.1
longTest(
  "a phone field shows the calling code of the visitor's country; selecting and typing both change it, and alone it is not a number",
  async ({ enter }) => {
    await openForm(enter, ['email', 'phone', 'password'])
    await page.getByRole('tab', { name: 'Phone' }).click()
    const phone = field('phone')
    const chooser = page.getByRole('button', { name: /^Calling code/ })
    await phone.focus()
    expect([await phone.inputValue(), await chooser.getAttribute('aria-label')]).toEqual([
      '49',
      'Calling code: Germany +49',
    ])
    await page.keyboard.type('0151-2345678901')
    expect(await phone.inputValue()).toBe('49151234567890')
    await chooser.click()
    await page.keyboard.type('+55')
    await page.keyboard.press('Enter')
    await expect.poll(() => phone.inputValue()).toBe('55151234567890')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('phone')
    await phone.fill('+351 912 345 678')
    expect([await phone.inputValue(), await chooser.getAttribute('aria-label')]).toEqual([
      '351912345678',
      'Calling code: Portugal +351',
    ])
    await phone.fill('')
    await phone.blur()
    expect(await phone.inputValue()).toBe('')
    await chooser.click()
    await page.getByRole('listbox', { name: 'Choose a calling code' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(1)
  },
)

longTest(
  "a birth date is typed in three fields in the locale's order, and an incomplete one is an error only after blur",
  async ({ enter }) => {
    const { sent } = await openForm(enter, ['email', 'password', 'birthdate'], { locale: 'de' })
    const group = page.getByRole('group', { name: 'Geburtsdatum' })
    expect(await group.locator('label').allTextContents()).toEqual(['Tag', 'Monat', 'Jahr'])
    expect(
      await group
        .locator('input[inputmode]')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete'))),
    ).toEqual(['bday-day', 'bday-month', 'bday-year'])
    await group.getByLabel('Tag').fill('3a1')
    await page.keyboard.press('Tab')
    expect(await group.getByLabel('Monat').getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.type('٢')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1990')
    await page.keyboard.press('Tab')
    await page.getByText('Das ist kein gültiges Datum').waitFor()
    expect(await group.getByLabel('Tag').getAttribute('aria-invalid')).toBe('true')
    await group.getByLabel('Tag').fill('28')
    await expect.poll(() => page.getByText('Das ist kein gültiges Datum').count()).toBe(0)
    await fillAccount()
    await page.getByRole('button', { name: 'Registrieren' }).click()
    await expect.poll(() => sent().birthdate).toBe('1990-02-28')
  },
)

longTest(
  'selects offer the options of content, the site and the time zones; a tax id is grouped during input',
  async ({ enter }) => {
    const { sent } = await openForm(enter, [
      'email',
      'password',
      'gender',
      'language',
      'locale',
      'securityQuestion',
      'timeZone',
      'cpf_number',
      'age',
    ])
    expect(await field('gender').locator('option:not([value=""])').allTextContents()).toEqual([
      'Female',
      'Male',
      'Other',
    ])
    const languages = new Intl.DisplayNames('en', { type: 'language' })
    expect(await field('language').locator('option:not([value=""])').allTextContents()).toEqual([
      ...new Set(localeCodes.map((code) => languages.of(code.split('-')[0]!))),
    ])
    expect(await field('securityQuestion').locator('option').count()).toBe(6)
    await field('gender').selectOption('diverse')
    await field('locale').selectOption('pt-BR')
    await combobox('Time zone').fill('sao')
    await option(/Sao Paulo/).click()
    await field('cpf_number').pressSequentially('52998224725')
    expect(await field('cpf_number').inputValue()).toBe('529.982.247-25')
    await field('age').fill('٤٢')
    await fillAccount()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect.poll(sent).toMatchObject({
      gender: 'diverse',
      timeZone: 'America/Sao_Paulo',
      cpf_number: '529.982.247-25',
      age: '42',
      locale: 'en',
    })
  },
)

// Shows: 5.3.2, ASVS 6.2.6
test('the repeated password is cleared when the password changes, and validated again; the meter follows the length', async ({
  enter,
}) => {
  await openForm(enter, ['email', 'password', 'password_confirmation'])
  for (const [typed, word] of [
    ['ab', 'Weak'],
    ['abcd', 'Good so far: at least 6 characters'],
    ['abcdef', 'Too common. Choose another password'],
    ['abcdex', 'Strong'],
  ] as const) {
    await field('password').fill(typed)
    await expect.poll(() => page.locator('form output').textContent()).toBe(word)
  }
  await field('password_confirmation').fill('abcdeX')
  await field('email').focus()
  await expect.poll(() => errorOf('password_confirmation')).toBe('The value must be equal to the Password value')
  await field('password').fill('abcdefg')
  expect(await field('password_confirmation').inputValue()).toBe('')
  expect(await errorOf('password_confirmation')).toBeNull()
  await page.getByRole('button', { name: 'Show password' }).first().click()
  expect(await field('password').getAttribute('type')).toBe('text')
})

// Shows: 4.1.3, 4.2.2, 5.7.7, 8.4.1
longTest(
  'the first field that the server rejects gets the focus, keeps its input, and its error is cleared on focus',
  async ({ enter }) => {
    await openForm(enter, ['email', 'password', 'firstName'], {
      answer: {
        error: {
          name: 'fieldsInvalid',
          message: 'no',
          fields: { firstName: ['Too strange a name'], email: ['Taken, says the server'] },
        },
      },
    })
    await fillAccount()
    const submit = page.getByRole('button', { name: 'Register' })
    await submit.click()
    await page.getByText('Taken, says the server').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName')
    expect([await errorOf('email'), await errorOf('firstName')]).toEqual([
      'Taken, says the server',
      'Too strange a name',
    ])
    expect(await submit.isDisabled()).toBe(true)
    await field('firstName').click()
    await expect.poll(() => errorOf('firstName')).toBeNull()
    await field('email').focus()
    await expect.poll(() => errorOf('email')).toBeNull()
    await expect.poll(() => submit.isDisabled()).toBe(false)
  },
)

async function fillAccount(): Promise<void> {
  await field('email').fill('someone@example.com')
  await field('password').fill('a quiet harbour')
}

// Shows: 3.5.1, ASVS 6.2.7
longTest.for(['en', 'ar'])(
  'every field of the catalogue, %s: axe finds nothing, required ones are marked, autocomplete is set',
  async (locale, { enter }) => {
    await openForm(enter, null, { locale })
    const shown = page.locator('[role=dialog] form')
    expect(await shown.locator('[aria-required=true]').count()).toBeGreaterThanOrEqual(3)
    // Phones zoom into fields with smaller text.
    expect(
      await shown
        .locator('input:visible:not([type=checkbox]), select:not([aria-hidden]), textarea')
        .evaluateAll((all) => Math.min(...all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)))),
    ).toBeGreaterThanOrEqual(16)
    expect(await field('firstName').getAttribute('autocomplete')).toBe('given-name')
    expect(await field('postalCode').getAttribute('autocomplete')).toBe('postal-code')
    expect(await field('message').evaluate((element) => element.tagName)).toBe('TEXTAREA')
    const isReadable = () => expectReadable(page, { within: '[role=dialog][data-modal]' })
    await isReadable()
    await page.locator('input[role=combobox]').first().click()
    await page.getByRole('listbox').waitFor()
    await isReadable()
  },
)

const narrow = [
  ['ar', 320, 100],
  ['de', 360, 100],
  ['pt-BR', 640, 200],
] as const

test.for(sampled(narrow, 1))(
  '%s at %i pixels and %i % of the text size: no field makes the page scroll sideways',
  async ([locale, width, percent], { enter }) => {
    await openForm(enter, null, { locale, width, height: 800 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent)
    const wide = await page
      .locator('[role=dialog][data-modal=sign-up]')
      .evaluate((dialog) =>
        [...dialog.querySelectorAll('input:not([type=hidden]), select, textarea, label')]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1,
          )
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    expect(wide).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)
