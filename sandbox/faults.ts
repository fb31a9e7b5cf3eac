/** Switches that make the sandbox fail as real partners do; set by tests and the inbox page. */
export type Faults = {
  /** Delay of every API answer. */
  slowMs: number
  /** Number of the next API calls that take effect but get no answer. */
  timeouts: number
  /** Number of the next API calls that are answered with 503 without effect. */
  outages: number
  /** How often each webhook is sent at once. */
  copies: number
  /** Webhooks are stored but not sent. */
  isLosing: boolean
  /** Each webhook waits for the next one and is sent after it. */
  isReordering: boolean
  /** Amount reported by the next settled payments instead of their own. */
  wrongAmount: string | null
  /** Currency reported by the next settled payments instead of their own. */
  wrongCurrency: string | null
  /** Delay of a webhook's first attempt. */
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

/** Reads switches from a form or a JSON body; missing or invalid ones are unchanged. */
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
