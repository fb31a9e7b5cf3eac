/** Switches that make the sandbox fail as real partners do; set by tests and the inbox page. */
export type Faults = {
  /** The delay of every API response. */
  slowMs: number
  /** The number of next API calls that take effect but get no response. */
  timeouts: number
  /** The number of next API calls that are answered with 503 without effect. */
  outages: number
  /** How many copies of each webhook are sent at once. */
  copies: number
  /** Webhooks are stored but not sent. */
  isLosing: boolean
  /** Each webhook waits for the next one and is sent after it. */
  isReordering: boolean
  /** The amount that the next settled payments report instead of their own. */
  wrongAmount: string | null
  /** The currency that the next settled payments report instead of their own. */
  wrongCurrency: string | null
  /** The delay of a webhook's first attempt. */
  lateMs: number
  /** The beacon of shared rounds does not answer. */
  isBeaconSilent: boolean
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
  isBeaconSilent: false,
}

/** Sets switches from a form or a JSON body; missing or invalid values change nothing. */
export function setFaults(faults: Faults, body: Record<string, unknown>): void {
  const setInteger = (name: 'slowMs' | 'timeouts' | 'outages' | 'copies' | 'lateMs', max: number) => {
    const value = Number(body[name])
    if (body[name] !== undefined && Number.isInteger(value) && value >= 0 && value <= max) faults[name] = value
  }
  setInteger('slowMs', 60_000)
  setInteger('lateMs', 600_000)
  setInteger('timeouts', 100)
  setInteger('outages', 100)
  setInteger('copies', 100)
  for (const name of ['isLosing', 'isReordering', 'isBeaconSilent'] as const) {
    if (body[name] !== undefined) faults[name] = ['true', 'on', '1'].includes(String(body[name]))
  }
  for (const name of ['wrongAmount', 'wrongCurrency'] as const) {
    if (body[name] !== undefined) faults[name] = body[name] === '' || body[name] === null ? null : String(body[name])
  }
}
