/** The time zone in which times are shown: UTC until hydration, because the server does not know the player's. */
import { useInBrowser } from '../../render/use-in-browser.ts'

/** Returns options for a date format; empty ones mean the player's own time zone. */
export const useTimeZone = (): { timeZone?: string } => (useInBrowser() ? {} : { timeZone: 'UTC' })
