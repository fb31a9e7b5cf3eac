/** Stores a player's choices in games: the stake by game and currency, sound, and quick results. */

const key = 'gameChoices'
/** The maximum number of stakes; older ones are dropped. */
const maxStakes = 60

export type Choices = { stakes: Record<string, number>; sound: boolean; quick: boolean }
type Store = Pick<Storage, 'getItem' | 'setItem'>

const isStake = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Reads the choices. The storage may contain anything, so invalid values are ignored. */
export function readChoices(store: Store | undefined): Choices {
  const none: Choices = { stakes: {}, sound: false, quick: false }
  try {
    const { stakes, sound, quick } = JSON.parse(store?.getItem(key) ?? '{}') as Partial<Choices>
    const known = Object.entries(stakes ?? {}).filter(([, stake]) => isStake(stake))
    return { stakes: Object.fromEntries(known), sound: sound === true, quick: quick === true }
  } catch {
    return none
  }
}

export function writeChoices(store: Store | undefined, change: (choices: Choices) => Choices): void {
  try {
    store?.setItem(key, JSON.stringify(change(readChoices(store))))
  } catch {
    // If storage is blocked, choices are lost when the game closes.
  }
}

export const stakeKey = (gameId: string, currency: string) => `${gameId} ${currency}`

/** Adds a stake at the end, so that the oldest is dropped first. */
export function withStake(choices: Choices, name: string, stake: number): Choices {
  const { [name]: _before, ...others } = choices.stakes
  return { ...choices, stakes: Object.fromEntries([...Object.entries(others).slice(1 - maxStakes), [name, stake]]) }
}
