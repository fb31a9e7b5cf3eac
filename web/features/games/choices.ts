/** What a player chose in a game before: the stake by game and currency, sound and quick results. Kept by the browser. */

const key = 'gameChoices'
/** The oldest stakes are dropped beyond this many. */
const mostStakes = 60

export type Choices = { stakes: Record<string, number>; sound: boolean; quick: boolean }
type Store = Pick<Storage, 'getItem' | 'setItem'>

const isStake = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** The storage may contain anything: what is not a valid choice is ignored. */
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
    // Without storage the choices last until the game is closed.
  }
}

export const stakeKey = (gameId: string, currency: string) => `${gameId} ${currency}`

/** The newest choice comes last, so that the oldest is dropped first. */
export function withStake(choices: Choices, name: string, stake: number): Choices {
  const { [name]: _before, ...others } = choices.stakes
  return { ...choices, stakes: Object.fromEntries([...Object.entries(others).slice(1 - mostStakes), [name, stake]]) }
}
