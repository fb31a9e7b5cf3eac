/** A country by its name in the page's language. */
import { useLocale } from '../../../render/labels.tsx'

export function usePlaceName(): (country: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' })
  return (country) => {
    try {
      return names.of(country) ?? country
    } catch {
      // Proxies use pseudo-countries such as T1 for Tor.
      return country
    }
  }
}
