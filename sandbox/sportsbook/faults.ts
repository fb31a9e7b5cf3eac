/** Switches that make the sportsbook fail as real ones do. */
export type SportsbookFaults = {
  /** The delay of every call to the wallet. */
  slowMs: number
  /** The number of next calls that take effect but whose response is lost. */
  lostAnswers: number
  /** How many copies of each call are sent at once. */
  copies: number
  /** Every other call is sent after the one that follows it. */
  isReordering: boolean
  /** The number of next bets that are declined after their delay. */
  declines: number
  /** The number of next settlements that are wrong at first, then reopened and corrected. */
  resettlements: number
  /** The number of next settled bets that are voided afterwards. */
  voids: number
}

export const noSportsbookFaults: SportsbookFaults = {
  slowMs: 0,
  lostAnswers: 0,
  copies: 1,
  isReordering: false,
  declines: 0,
  resettlements: 0,
  voids: 0,
}

/** Sets switches from a body; missing or invalid values change nothing. */
export function setSportsbookFaults(faults: SportsbookFaults, body: Record<string, unknown>): void {
  for (const name of ['slowMs', 'lostAnswers', 'copies', 'declines', 'resettlements', 'voids'] as const) {
    const value = Number(body[name])
    if (body[name] !== undefined && Number.isInteger(value) && value >= 0 && value <= 60_000) faults[name] = value
  }
  if (body.isReordering !== undefined) faults.isReordering = ['true', 'on', '1'].includes(String(body.isReordering))
}
