/**
 * Messages that a game's frame and the page around it send each other with `postMessage`. Both sides check the sender's
 * window and origin, and the shape of every message. Messages only affect what is displayed; the ledger alone decides
 * about money.
 */

/** Increased when a message changes its meaning; messages of another version are ignored. */
const version = 1

/** `playId` identifies a round from the press on; `roundId` is the studio's id, known once the round has ended. */
export type FromGame =
  /** `stake` is that of the next round, which a game may omit. */
  | { type: 'ready'; balance: number; currency: string; stake?: number }
  | { type: 'balance'; balance: number; currency: string }
  /**
   * `at` is the time of the press in ms since 1970. If the game does not wait for `round-noted`, the page may read this
   * message after the ledger's response to the bet.
   */
  | { type: 'round-started'; playId: string; stake: number; currency: string; at?: number }
  /** A round of several steps continues; `inPlay` is what is at stake in it. */
  | { type: 'round-step'; playId: string; inPlay: number }
  /** Without a `roundId`, the round was refused and no stake was taken. */
  | { type: 'round-ended'; playId: string; roundId?: string; balance: number; net: number; currency: string }
  | { type: 'stake-changed'; stake: number; currency: string }
  | { type: 'insufficient-funds'; needed: number; currency: string }
  | { type: 'free-spins-ended' }
  | { type: 'sound-changed'; isOn: boolean }
  | { type: 'quick-results-changed'; isOn: boolean }
  /** What the player has chosen and not played yet. `name` is the round that it belongs to, or `next`. */
  | { type: 'choice-kept'; name: string; kept: string }
  | { type: 'open-fairness'; roundId?: string }
  | { type: 'open-search' }
  | { type: 'full-screen' }
  /** Requests the published events of the game's shared rounds. */
  | { type: 'follow-rounds' }
  | { type: 'session-ended' }

export type FromPage =
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'refresh-balance' }
  /** The page has noted the round and will not show its result before its end, so the bet may be made. */
  | { type: 'round-noted'; playId: string }
  | { type: 'skip-animation' }
  | { type: 'theme'; theme: string }
  | { type: 'sound'; isOn: boolean }
  | { type: 'quick-results'; isOn: boolean }
  | { type: 'preferred-stake'; stake: number }
  | { type: 'kept-choice'; name: string; kept: string }
  /** The maximum stake at present, such as that of an active bonus; 0 means no limit. */
  | { type: 'stake-limit'; limit: number }
  /** An event from the public channel of the game's shared rounds. */
  | { type: 'round-event'; event: string; payload: object }

type Message = FromGame | FromPage
type Check = (value: unknown) => boolean
const amount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const signed: Check = (value) => Number.isSafeInteger(value)
const currency: Check = (value) => typeof value === 'string' && /^[A-Z]{3,5}$/.test(value)
const id: Check = (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
const optionalId: Check = (value) => value === undefined || id(value)
const optionalAmount: Check = (value) => value === undefined || amount(value)
const flag: Check = (value) => typeof value === 'boolean'
const roundEvent: Check = (value) => typeof value === 'string' && /^round\.[a-z]{1,16}$/.test(value)
const record: Check = (value) => typeof value === 'object' && value !== null
const kept: Check = (value) => typeof value === 'string' && value.length <= 4_000
const theme: Check = (value) => value === 'dark' || value === 'light'

/** The check of every field of every message. */
type Shapes<M extends Message> = { [T in M['type']]: Record<Exclude<keyof Extract<M, { type: T }>, 'type'>, Check> }

const fromGame: Shapes<FromGame> = {
  ready: { balance: amount, currency, stake: optionalAmount },
  balance: { balance: amount, currency },
  'round-started': { playId: id, stake: amount, currency, at: optionalAmount },
  'round-step': { playId: id, inPlay: amount },
  'round-ended': { playId: id, roundId: optionalId, balance: amount, net: signed, currency },
  'stake-changed': { stake: amount, currency },
  'insufficient-funds': { needed: amount, currency },
  'free-spins-ended': {},
  'sound-changed': { isOn: flag },
  'quick-results-changed': { isOn: flag },
  'choice-kept': { name: id, kept },
  'open-fairness': { roundId: optionalId },
  'open-search': {},
  'full-screen': {},
  'follow-rounds': {},
  'session-ended': {},
}

const fromPage: Shapes<FromPage> = {
  pause: {},
  resume: {},
  'refresh-balance': {},
  'round-noted': { playId: id },
  'skip-animation': {},
  theme: { theme },
  sound: { isOn: flag },
  'quick-results': { isOn: flag },
  'preferred-stake': { stake: amount },
  'kept-choice': { name: id, kept },
  'stake-limit': { limit: amount },
  'round-event': { event: roundEvent, payload: record },
}

function read(data: unknown, shapes: Record<string, Record<string, Check>>): Message | null {
  if (typeof data !== 'object' || data === null) return null
  const { fairhouse, type, ...rest } = data as Record<string, unknown>
  if (fairhouse !== version || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return null
  const fields = Object.entries(shapes[type]!)
  if (!fields.every(([name, isValid]) => isValid(rest[name]))) return null
  // Only declared fields are passed on.
  return { type, ...Object.fromEntries(fields.map(([name]) => [name, rest[name]])) } as unknown as Message
}

export const readFromGame = (data: unknown) => read(data, fromGame) as FromGame | null
export const readFromPage = (data: unknown) => read(data, fromPage) as FromPage | null

/** The message as it is posted. */
export const toPost = (message: Message) => ({ fairhouse: version, ...message })
