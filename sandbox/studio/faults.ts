/** Switches that make the studio fail as real ones do, for its calls of the wallet. */
export type StudioFaults = {
  /** Delay of every call. */
  slowMs: number
  /** Number of the next bets that take effect but whose answer is lost. */
  lostAnswers: number
  /** How often each call is sent at once. */
  copies: number
  /** A win is sent before its bet, and again afterwards. */
  isReordering: boolean
  /** Number of the next bets that are rolled back before they are sent. */
  rollbacksFirst: number
  /** Delay of wins. */
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

/** Reads switches from a body; missing or invalid ones are unchanged. */
export function turnStudio(faults: StudioFaults, body: Record<string, unknown>): void {
  for (const name of ['slowMs', 'lostAnswers', 'copies', 'rollbacksFirst', 'lateWinMs'] as const) {
    const value = Number(body[name])
    const least = name === 'copies' ? 1 : 0
    if (body[name] !== undefined && Number.isInteger(value) && value >= least && value <= 60_000) faults[name] = value
  }
  if (body.isReordering !== undefined) faults.isReordering = ['true', 'on', '1'].includes(String(body.isReordering))
}
