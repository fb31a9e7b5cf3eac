/** Switches that make the sandbox misbehave as real partners do; tests and the inbox page turn them. */
export type Faults = {
  /** Every API answer waits this long. */
  slowMs: number
  /** So many of the next API calls do their work and then never answer. */
  timeouts: number
  /** So many of the next API calls answer 503 without doing anything. */
  outages: number
  /** Each notice is sent so many times at once. */
  copies: number
  /** Notices are written down but never sent. */
  isLosing: boolean
  /** A notice waits for the next one and is sent after it. */
  isReordering: boolean
  /** The amount that the next settled payments report instead of their own. */
  wrongAmount: string | null
  /** The currency that the next settled payments report instead of their own. */
  wrongCurrency: string | null
  /** Notices wait this long before their first attempt. */
  lateMs: number
}

export const noFaults: Faults = {
  slowMs: 0,
  timeouts: 0,
  outages: 0,
  copies: 1,
  isLosing: false,
  isReordering: false,
  wrongAmount: null,
  wrongCurrency: null,
  lateMs: 0,
}

/** Reads switches from a form or a JSON body; what is absent or senseless keeps its value. */
export function turn(faults: Faults, body: Record<string, unknown>): void {
  const whole = (name: 'slowMs' | 'timeouts' | 'outages' | 'copies' | 'lateMs', max: number) => {
    const value = Number(body[name])
    if (body[name] !== undefined && Number.isInteger(value) && value >= 0 && value <= max) faults[name] = value
  }
  whole('slowMs', 60_000)
  whole('lateMs', 600_000)
  whole('timeouts', 100)
  whole('outages', 100)
  whole('copies', 100)
  for (const name of ['isLosing', 'isReordering'] as const) {
    if (body[name] !== undefined) faults[name] = ['true', 'on', '1'].includes(String(body[name]))
  }
  for (const name of ['wrongAmount', 'wrongCurrency'] as const) {
    if (body[name] !== undefined) faults[name] = body[name] === '' || body[name] === null ? null : String(body[name])
  }
}
