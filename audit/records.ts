/** The records of an export, as README.md describes them. Each line is checked before anything is concluded from it. */

/** The input cannot be checked at all; the message is one sentence. */
export class BadExport extends Error {
  override name = 'BadExport'
}

/** The first and the last line of a player's own file. */
export type OwnFile = {
  record: 'file'
  format: string
  version: number
  from: string
  to: string
  madeAt: string
  firstMovement: number
  lastMovement: number
}
export type End = { record: 'end'; lines: number }
/** Amounts are integers of subunits, times are in ISO 8601 (UTC). */
export type Key = { record: 'key'; id: string; n: string; e: string; usedFrom: string }
export type Maths = { record: 'maths'; game: string; version: string; hash: string; rounds: number }
export type Chain = {
  record: 'chain'
  id: number
  game: string
  length: number
  lastHash: string
  salt: string | null
  saltedAt: string | null
}
export type Shared = {
  record: 'shared'
  game: string
  number: number
  chain: number
  place: number
  hash: string
  /** Null if the round was cancelled before its beacon decided it. */
  point: number | null
  betsUntil: string
  /** The beacon that decides the round with the hash; null if the salt of the chain does. */
  beaconChain: string | null
  closedAt: string | null
  beaconRound: number | null
  beaconSignature: string | null
  startedAt: string | null
  endedAt: string
  isInterrupted: boolean
  version: string
}
export type Beacon = {
  record: 'beacon'
  chainHash: string
  name: string
  publicKey: string
  periodSeconds: number
  genesis: number
  groupHash: string
}
export type Report = {
  record: 'report'
  number: number
  id: string
  madeAt: string
  lastMovement: number
  lastMovementAt: string
  statement: string
  publicKey: string
  signature: string
}
export type Leaves = { record: 'leaves'; report: number; currency: string; from: number; nodes: string }
/** Lists have the levels mini, major, grand. The state before the first and after the last draw of the export. */
export type Jackpot = {
  record: 'jackpot'
  id: string
  currency: string
  sideStake: number
  contributions: number[]
  seeds: number[]
  caps: number[]
  openedAt: string
  openedBy: number
  closedAt: string | null
  closedBy: number | null
  drawsBefore: number
  potsBefore: number[]
  draws: number
  pots: number[]
  /** The side stakes among which the pots were shared; null while it is open. */
  sharedStakes: number | null
}
export type JackpotDraw = {
  record: 'draw'
  jackpot: string
  number: number
  movement: number
  at: string
  /** The pots before the draw. */
  pots: number[]
  drawn: number[]
  won: number[]
}
/** An account of jackpots: open, mini, major, grand, reserve or shares. */
export type Pot = { record: 'pot'; currency: string; account: string; opening: number; closing: number }
export type PotMove = {
  record: 'pot-move'
  movement: number
  at: string
  kind: string
  currency: string
  /** What each account of jackpots got; negative what it gave. */
  amounts: Record<string, number>
  /** What players got, or gave. */
  players: number
}
/** The id is stated in a player's own file only. */
export type Player = { record: 'player'; player: string; id?: string }
export type Account = { record: 'account'; currency: string; part: string; opening: number; closing: number }
export type Pair = {
  record: 'pair'
  game: string
  number: number
  key: string
  clientSeed: string
  serverSeedHash: string
  openedAt: string
  revealedAt: string | null
  serverSeed: string | null
  proof: string | null
  roundsBefore: number
  rounds: number
}
export type Round = {
  record: 'round'
  id: string
  game: string
  pair: number
  nonce: number
  version: string
  mathsHash: string
  currency: string
  stake: number
  extraStake: number
  choice: unknown
  status: string
  refusal: string | null
  outcome: unknown
  payout: number
  openedAt: string
  endedAt: string | null
  freeStake: number
  bonusStake: number
  forfeited: number
  firstMovement: number | null
  lastMovement: number | null
}
export type Entry = {
  record: 'entry'
  movement: number
  ordinal: number
  at: string
  kind: string
  currency: string
  part: string
  amount: number
  balance: number | null
  counterparty: string
  studio: string | null
  round: string | null
}
export type Owed = {
  record: 'owed'
  report: number
  currency: string
  parts: Array<[position: number, amount: number]>
  otherClaims: number
}
/** In a player's own file: one part of a balance with its way to the root of the tree. */
export type Leaf = {
  record: 'leaf'
  report: number
  currency: string
  part: number
  position: number
  amount: number
  salt: string
  path: Array<[hash: string, sum: number]>
}
/** The time from which the account of the player is closed. */
export type ClosedAccount = { record: 'closed'; at: string }
export type Ticket = {
  record: 'ticket'
  jackpot: string
  pair: number
  studio: string
  game: string
  round: string
  sideStake: number
  state: string
  number: number | null
  nonce: number | null
  boughtBy: number
  endedBy: number | null
  endedAt: string | null
}
export type Share = {
  record: 'share'
  jackpot: string
  staked: number
  amount: number
  paidBy: number | null
  isForfeited: boolean
}
export type HouseRecord =
  | Key
  | Maths
  | Chain
  | Beacon
  | Shared
  | Report
  | Leaves
  | Jackpot
  | JackpotDraw
  | Pot
  | PotMove
export type PlayerRecord = Player | Account | Pair | Round | Entry | Owed | Leaf | ClosedAccount | Ticket | Share
export type AnyRecord = HouseRecord | PlayerRecord | OwnFile | End

const text = (value: unknown) => typeof value === 'string'
const whole = (value: unknown) => Number.isSafeInteger(value)
const flag = (value: unknown) => typeof value === 'boolean'
const time = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const anything = (value: unknown) => value !== undefined
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value)
const places = (value: unknown) =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2 && each.every(whole))

const byLevel = (value: unknown) => Array.isArray(value) && value.length === 3 && value.every(whole)
const amounts = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(whole)

const digest = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const amount = (value: unknown) => whole(value) && (value as number) >= 0
const steps = (value: unknown) =>
  Array.isArray(value) &&
  value.every((each) => Array.isArray(each) && each.length === 2 && digest(each[0]) && amount(each[1]))

const shapes: Record<string, Record<string, (value: unknown) => boolean>> = {
  file: { format: text, version: whole, from: time, to: time, madeAt: time, firstMovement: whole, lastMovement: whole },
  end: { lines: whole },
  key: { id: text, n: text, e: text, usedFrom: time },
  maths: { game: text, version: text, hash: text, rounds: whole },
  chain: { id: whole, game: text, length: whole, lastHash: text, salt: orNull(text), saltedAt: orNull(time) },
  beacon: { chainHash: text, name: text, publicKey: text, periodSeconds: whole, genesis: whole, groupHash: text },
  shared: {
    game: text,
    number: whole,
    chain: whole,
    place: whole,
    hash: text,
    point: orNull(whole),
    beaconChain: orNull(text),
    closedAt: orNull(time),
    beaconRound: orNull(whole),
    beaconSignature: orNull(text),
    betsUntil: time,
    startedAt: orNull(time),
    endedAt: time,
    isInterrupted: flag,
    version: text,
  },
  report: {
    number: whole,
    id: text,
    madeAt: time,
    lastMovement: whole,
    lastMovementAt: time,
    statement: text,
    publicKey: text,
    signature: text,
  },
  leaves: { report: whole, currency: text, from: whole, nodes: text },
  jackpot: {
    id: text,
    currency: text,
    sideStake: whole,
    contributions: byLevel,
    seeds: byLevel,
    caps: byLevel,
    openedAt: time,
    openedBy: whole,
    closedAt: orNull(time),
    closedBy: orNull(whole),
    drawsBefore: whole,
    potsBefore: byLevel,
    draws: whole,
    pots: byLevel,
    sharedStakes: orNull(whole),
  },
  draw: { jackpot: text, number: whole, movement: whole, at: time, pots: byLevel, drawn: byLevel, won: byLevel },
  pot: { currency: text, account: text, opening: whole, closing: whole },
  'pot-move': { movement: whole, at: time, kind: text, currency: text, amounts, players: whole },
  player: { player: text, id: (value) => value === undefined || text(value) },
  account: { currency: text, part: text, opening: whole, closing: whole },
  pair: {
    game: text,
    number: whole,
    key: text,
    clientSeed: text,
    serverSeedHash: text,
    openedAt: time,
    revealedAt: orNull(time),
    serverSeed: orNull(text),
    proof: orNull(text),
    roundsBefore: whole,
    rounds: whole,
  },
  round: {
    id: text,
    game: text,
    pair: whole,
    nonce: whole,
    version: text,
    mathsHash: text,
    currency: text,
    stake: whole,
    extraStake: whole,
    choice: anything,
    status: (value) => value === 'settled' || value === 'cancelled' || value === 'open',
    refusal: orNull(text),
    outcome: anything,
    payout: whole,
    openedAt: time,
    endedAt: orNull(time),
    freeStake: whole,
    bonusStake: whole,
    forfeited: whole,
    firstMovement: orNull(whole),
    lastMovement: orNull(whole),
  },
  entry: {
    movement: whole,
    ordinal: whole,
    at: time,
    kind: text,
    currency: text,
    part: text,
    amount: whole,
    balance: orNull(whole),
    counterparty: text,
    studio: orNull(text),
    round: orNull(text),
  },
  closed: { at: time },
  ticket: {
    jackpot: text,
    pair: whole,
    studio: text,
    game: text,
    round: text,
    sideStake: whole,
    state: text,
    number: orNull(whole),
    nonce: orNull(whole),
    boughtBy: whole,
    endedBy: orNull(whole),
    endedAt: orNull(time),
  },
  share: { jackpot: text, staked: whole, amount: whole, paidBy: orNull(whole), isForfeited: flag },
  owed: { report: whole, currency: text, parts: places, otherClaims: whole },
  leaf: { report: whole, currency: text, part: whole, position: amount, amount, salt: digest, path: steps },
}

/** Fields that this version does not know are ignored. Throws BadExport. */
export function readRecord(line: string, file: string, number: number): AnyRecord {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new BadExport(`Line ${number} of ${file} is not JSON.`)
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const shape = typeof fields.record === 'string' && Object.hasOwn(shapes, fields.record) ? shapes[fields.record] : null
  if (!shape) throw new BadExport(`Line ${number} of ${file} is no record of this format.`)
  const wrong = Object.entries(shape).find(([name, isValid]) => !isValid(fields[name]))
  if (wrong)
    throw new BadExport(`Line ${number} of ${file} is a ${String(fields.record)} whose ${wrong[0]} cannot be read.`)
  return value as AnyRecord
}
