/** Returns a function for the name of a country in the language of the page. */
import { useLocale } from '../../../render/labels.tsx'

export function usePlaceName(): (country: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' })
  return (country) => {
    try {
      return names.of(country) ?? country
    } catch {
      // Proxies use pseudo-codes such as T1 for Tor, for which Intl throws.
      return country
    }
  }
}
