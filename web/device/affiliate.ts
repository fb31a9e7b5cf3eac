/** The affiliate tag of the first visit that had one. The server stores it and removes it from the address. */
import { readCookie } from './cookies.ts'

export function affiliateTag(): string | null {
  return readCookie('affiliateTag')
}
