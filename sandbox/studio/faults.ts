/** Switches that make the studio's calls of the wallet fail as those of real studios do. */
export type StudioFaults = {
  /** The delay of every call. */
  slowMs: number
  /** The number of next bets that take effect but whose response is lost. */
  lostAnswers: number
  /** How many copies of each call are sent at once. */
  copies: number
  /** A win is sent before its bet, and again afterwards. */
  isReordering: boolean
  /** The number of next bets that are rolled back before they are sent. */
  rollbacksFirst: number
  /** The delay of wins. */
  lateWinMs: number
}

export const noStudioFaults: StudioFaults = {
  slowMs: 0,
  lostAnswers: 0,
  copies: 1,
  isReordering: false,
  rollbacksFirst: 0,
  lateWinMs: 0,
}

/** Sets switches from a body; missing or invalid values change nothing. */
export function setStudioFaults(faults: StudioFaults, body: Record<string, unknown>): void {
  for (const name of ['slowMs', 'lostAnswers', 'copies', 'rollbacksFirst', 'lateWinMs'] as const) {
    const value = Number(body[name])
    const least = name === 'copies' ? 1 : 0
    if (body[name] !== undefined && Number.isInteger(value) && value >= least && value <= 60_000) faults[name] = value
  }
  if (body.isReordering !== undefined) faults.isReordering = ['true', 'on', '1'].includes(String(body.isReordering))
}
