/**
 * Deposits by every method that the cashier offers, paid at the sandbox partner, and withdraws the balance including
 * its cents.
 */
import type { Locator, Page } from 'playwright-core'
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import { dialogOf } from '#tests/setup/dialog.ts'
import type { Texts } from './texts.ts'
import { accountOf, until, type Visitor } from './visitor.ts'

const wallet = (page: Page) => dialogOf(page, 'wallet')
const textOf = ({ locale }: Texts, words: Record<string, string>) => words[locale] ?? words.en ?? ''

export const depositMethods = (visitor: Visitor, currency: string, country: string): Promise<PaymentMethod[]> =>
  visitor.api(`/api/payment/methods/deposit?currency=${currency}&country=${country}`)

/** `bonus` is the name of the offer to choose; without it, the player declines all offers. */
export async function deposit(
  visitor: Visitor,
  texts: Texts,
  method: PaymentMethod,
  { currency, amount, bonus }: { currency: string; amount: number; bonus?: string },
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = visitor
  const { balance: before } = await accountOf(visitor, currency)
  await openMethod(visitor, texts, method, 'deposit')
  await fillFields(wallet(page), method.fields, texts)
  if (method.type === 'address') {
    await wallet(page).locator('[inert]').waitFor({ state: 'detached' })
    await check(`address of ${method.method}`)
    await payAtPartner(visitor)
  } else {
    await wallet(page).locator('input[inputmode=numeric]').first().fill(String(amount))
    const choice = bonus ? wallet(page).getByRole('radio', { name: bonus }) : declineOffers(page, texts)
    await choice.check()
    const submit = wallet(page).locator('button[type=submit]:enabled')
    await submit.waitFor()
    await check(`deposit by ${method.method}`)
    await pay(visitor, method, submit, () => check(`waiting for ${method.method}`))
  }
  await page.locator('[data-end=paid]').waitFor({ timeout: 30_000 })
  await until(async () => (await accountOf(visitor, currency)).balance > before, 'the deposit is credited')
  await check(`paid by ${method.method}`)
}

const declineOffers = (page: Page, texts: Texts) =>
  wallet(page).getByRole('radio', { name: texts.label('bonuses', 'decline') })

async function openMethod(visitor: Visitor, texts: Texts, method: PaymentMethod, side: 'deposit' | 'withdraw') {
  const { page } = visitor
  await page.goto(visitor.address(`/?wallet=${side}`))
  const list = wallet(page).getByRole('list', { name: texts.label('wallet', 'methods') })
  const form = wallet(page).locator('form')
  await list.or(form).first().waitFor()
  if (await list.count())
    await list
      .getByRole('button')
      .filter({ hasText: textOf(texts, method.names) })
      .first()
      .click()
}

const fieldValues: Record<string, string> = {
  phone: '+4915112345678',
  iban: 'DE89370400440532013000',
  account_holder: 'Ada Visitor',
  cpf_number: '52998224725',
  account_number: '000123456789',
  routing_number: '021000021',
}

async function fillFields(form: Locator, fields: MethodField[], texts: Texts): Promise<void> {
  for (const field of fields) {
    // What the site knows already is filled in, and mostly hidden.
    if (!field.isRequired || field.key === 'agentNumber' || field.value !== null) continue
    const control = form.getByLabel(textOf(texts, field.labels)).first()
    if (field.fieldType === 'select') await control.selectOption({ index: 1 })
    else await control.fill(fieldValues[field.key] ?? '12345678')
  }
}

async function pay(visitor: Visitor, { processingType }: PaymentMethod, submit: Locator, check: () => Promise<void>) {
  const { page, context } = visitor
  if (processingType === 'form') {
    const [partner] = await Promise.all([context.waitForEvent('page'), submit.click()])
    await partner.locator('button.go').waitFor()
    await check()
    await partner.locator('button.go').click()
    await partner.close()
    await page.bringToFront()
  } else if (processingType === 'iframe') {
    await submit.click()
    const go = page.frameLocator('[role=dialog] iframe').locator('button.go')
    await go.waitFor()
    await check()
    await go.click()
  } else {
    await submit.click()
    await wallet(page).locator('form').waitFor({ state: 'detached' })
    await page.locator('[role=dialog] :is(img, bdi, code)').filter({ visible: true }).first().waitFor()
    await check()
    await payAtPartner(visitor)
  }
}

/** Pays the newest open payment in the sandbox's list: at a bank's app, the counter of a kiosk or a wallet. */
async function payAtPartner({ context, site, page }: Visitor): Promise<void> {
  const partner = await context.newPage()
  try {
    await partner.goto(site.sandboxUrl)
    const newest = partner
      .locator('li')
      .filter({ has: partner.locator('[data-is=open]') })
      .filter({ has: partner.locator('a[href^="/bank/"], a[href^="/kiosk/"], form[action$="/transfer"]') })
      .first()
    const link = newest.locator('a')
    if (await link.count()) await link.click()
    await partner.locator('button.go').first().waitFor()
    const form = newest.locator('form[action$="/transfer"] button.go')
    await ((await form.count()) ? form : partner.locator('button.go').first()).click()
    await partner.waitForLoadState()
  } finally {
    await partner.close()
    await page.bringToFront()
  }
}

/** Withdraws everything, including cents, to a new destination, confirmed with the password. */
export async function withdrawAll(
  visitor: Visitor,
  texts: Texts,
  { currency, password }: { currency: string; password: string },
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = visitor
  const [method] = await visitor.api<PaymentMethod[]>(`/api/payment/methods/withdrawal?currency=${currency}`)
  const { balance } = await accountOf(visitor, currency)
  await openMethod(visitor, texts, method!, 'withdraw')
  await fillFields(wallet(page), method!.fields, texts)
  await wallet(page)
    .getByRole('group', { name: texts.label('wallet', 'presets') })
    .getByRole('button')
    .last()
    .click()
  await check('withdrawal form')
  visitor.expectRefusal('422 POST')
  await wallet(page).locator('button[type=submit]:enabled').click()
  const proof = page.locator('[data-step-up] [name=proof]')
  const ending = page.getByRole('alertdialog')
  await proof.or(ending).first().waitFor()
  if (await ending.count()) {
    await check('a bonus would end')
    await ending.getByRole('button').first().click()
    await proof.waitFor()
  }
  await check('step-up')
  await proof.fill(password)
  await page.locator('[data-step-up] [type=submit]').click()
  await dialogOf(page, 'withdrawal-requested').locator('bdi').first().waitFor()
  await check('withdrawal requested')
  const { balance: remaining } = await accountOf(visitor, currency)
  if (remaining !== 0) throw new Error(`${remaining} of ${balance} remain after everything was withdrawn`)
}
