/** Stores the player's choices in the browser; without storage, they last as long as the page. */
import { oddsFormats, type OddsFormat } from '#contract/settlement/odds-formats.ts'
import type { OddsPolicy } from '../wire.ts'
import type { SlipPick } from './slip.ts'
import type { State } from './state.ts'

export type Preferences = {
  format: OddsFormat
  policy: OddsPolicy
  favorites: string[]
  picks: SlipPick[]
  /** The open bet that the selections are to replace. */
  editing: State['editing']
  /** The stake as typed. */
  quickStake: string
}

const name = 'sportsbook'

export function readPreferences(): Preferences {
  const defaults: Preferences = {
    format: 'decimal',
    policy: 'higher',
    favorites: [],
    picks: [],
    editing: null,
    quickStake: '',
  }
  try {
    const read = { ...defaults, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>) }
    return {
      ...read,
      policy: read.policy === 'any' ? 'any' : 'higher',
      format: oddsFormats.includes(read.format) ? read.format : 'decimal',
      quickStake: typeof read.quickStake === 'string' ? read.quickStake : '',
      picks: Array.isArray(read.picks) ? read.picks.slice(0, 12) : [],
      editing: Array.isArray(read.editing?.before?.picks) ? read.editing : null,
    }
  } catch {
    return defaults
  }
}

export function storePreferences(values: Preferences): void {
  try {
    localStorage.setItem(name, JSON.stringify(values))
  } catch {
    /* Storage is full or switched off. */
  }
}
