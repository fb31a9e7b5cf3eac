/** What the browser remembers of a player's choices; without storage they last as long as the page. */
import { oddsFormats, type OddsFormat } from '#contract/settlement/odds-formats.ts'
import type { OddsPolicy } from '../wire.ts'
import type { Pick_ } from './slip.ts'

export type Remembered = {
  format: OddsFormat
  policy: OddsPolicy
  favorites: string[]
  picks: Pick_[]
  /** As typed. */
  quickStake: string
}

const name = 'sportsbook'

export function remembered(): Remembered {
  const usual: Remembered = { format: 'decimal', policy: 'never', favorites: [], picks: [], quickStake: '' }
  try {
    const read = { ...usual, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Remembered>) }
    return {
      ...read,
      format: oddsFormats.includes(read.format) ? read.format : 'decimal',
      quickStake: typeof read.quickStake === 'string' ? read.quickStake : '',
      picks: Array.isArray(read.picks) ? read.picks.slice(0, 12) : [],
    }
  } catch {
    return usual
  }
}

export function remember(values: Remembered): void {
  try {
    localStorage.setItem(name, JSON.stringify(values))
  } catch {
    /* Storage is full or switched off. */
  }
}
