/** The desk in a browser. */
import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { demoAuthenticatorKey } from '#sandbox/pages/authenticator.ts'
import { demoOperators } from '#server/operators/seed.ts'

export const codeOf = (key: string): string => new TOTP({ secret: Secret.fromBase32(key) }).generate()

/** Signs in a demo operator by keyboard, on any page of the desk. Returns the code, which is not accepted again. */
export async function signIn(page: Page, name: string): Promise<string> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const code = codeOf(demoAuthenticatorKey)
  await page.getByLabel('Name').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoOperators.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${name}`).waitFor()
  return code
}
