/**
 * Remembers in this tab the end of a self-exclusion that was started in it: it ended the session, so the page that
 * follows cannot read it from the profile.
 */
import { storedChoice } from '../wallet/stored-choice.ts'

export const begunExclusion = storedChoice('exclusionUntil', 'session')
