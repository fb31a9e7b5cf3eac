/** After a sign-in, shows time and place of the previous one. */
import { callGet } from '../../api/use-api.ts'
import { dateFormat } from '../../render/formats.ts'
import type { Navigator } from '../../render/navigate.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'

export async function showPreviousSignIn(navigator: Navigator): Promise<void> {
  const { previousSignIn } = await callGet('GET /api/player/profile')
  if (!previousSignIn) return
  const { at, device, country, ip } = previousSignIn
  const { locale } = navigator.visitor
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  await raiseAlert(navigator, 'profile', 'previousSignIn', { at: moment, device, place: nameOf(country, locale) ?? ip })
}

/** Returns the name of a country. Proxies use pseudo-codes such as T1 for Tor, for which Intl throws. */
function nameOf(country: string | null, locale: string): string | null {
  try {
    return country && (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? null)
  } catch {
    return country
  }
}
