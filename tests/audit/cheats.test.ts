/**
 * A day that was played is exported and audited; then each of these changes, as a dishonest operator would make it, is
 * found and named.
 */
import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditFolder } from '#audit/audit-folder.ts'
import { auditHouse, auditPlayers, conclude } from '#audit/audit.ts'
import { Findings } from '#audit/findings.ts'
import { hashText, hexOf, sharedDraw, thumbprintOf, vrfOutput } from '#audit/numbers.ts'
import type * as records from '#audit/records.ts'
import { addReturn, checkReturns, type Returns } from '#audit/returns.ts'
import { roundAfter } from '#audit/beacon.ts'
import { quicknet } from '#contract/beacon.ts'
import { chainHashOf } from '#contract/beacon-hash.ts'
import { messageOf } from '#contract/check-beacon.ts'
import { endsAfter, pointOf } from '#games/crash/maths.ts'
import { writeAuditExport } from '#server/reports/index.ts'
import { decidingRound } from '#server/play/shared-rounds/beacons.ts'
import { type Day, playDay } from './a-day.ts'

let day: Day
beforeAll(async () => {
  day = await playDay()
}, 180_000)
afterAll(async () => {
  await day.fixture.close()
  await rm(day.folder, { recursive: true, force: true })
})

type Kinds = {
  [Kind in records.AnyRecord['record']]: Extract<records.AnyRecord, { record: Kind }>
}

/** An export that a test may change. */
class Copy {
  readonly house = structuredClone(day.house)
  readonly ofPlayers = structuredClone(day.ofPlayers)

  all<Kind extends keyof Kinds>(kind: Kind, isIt: (record: Kinds[Kind]) => boolean = () => true): Array<Kinds[Kind]> {
    return [...this.house, ...this.ofPlayers].filter(
      (record): record is Kinds[Kind] => record.record === kind && isIt(record as Kinds[Kind]),
    )
  }
  one<Kind extends keyof Kinds>(kind: Kind, isIt?: (record: Kinds[Kind]) => boolean): Kinds[Kind] {
    const [found] = this.all(kind, isIt)
    if (!found) throw new Error(`the day has no such ${kind}`)
    return found
  }
  /** The second pair of dice of the first player; it has won and lost rounds. */
  pair(number = 2, game = 'dice') {
    return this.one('pair', (pair) => pair.game === game && pair.number === number)
  }
  rounds(game = 'dice', number = 2) {
    const own = this.player(this.one('player'))
    const isOne = (round: records.Round) => round.game === game && round.pair === number && round.status === 'settled'
    return this.all('round', (round) => own.includes(round) && isOne(round))
  }
  won(game?: string, number?: number) {
    return this.rounds(game, number).find(({ payout }) => payout > 0)!
  }
  entries(round: records.Round, kind?: string) {
    return this.all('entry', (entry) => entry.round === round.id && (kind === undefined || entry.kind === kind))
  }
  remove(...gone: records.AnyRecord[]) {
    for (const list of [this.house, this.ofPlayers])
      for (let at = list.length - 1; at >= 0; at--) if (gone.includes(list[at]!)) list.splice(at, 1)
  }
  add(after: records.AnyRecord, ...more: records.AnyRecord[]) {
    const list = this.house.includes(after) ? this.house : this.ofPlayers
    list.splice(list.indexOf(after) + 1, 0, ...more)
  }
  /** The records of the player of this record, without the player's own one. */
  player(of: records.AnyRecord): records.AnyRecord[] {
    const at = this.ofPlayers.indexOf(of)
    const next = this.ofPlayers.findIndex((record, index) => index > at && record.record === 'player')
    const first = this.ofPlayers.findLastIndex((record, index) => index <= at && record.record === 'player')
    return this.ofPlayers.slice(first + 1, next === -1 ? undefined : next)
  }
  /** Calculates all balances again, so that the chains of the changed movements agree. */
  rechain() {
    let balances = new Map<string, number>()
    let accounts = new Map<string, records.Account>()
    for (const record of this.ofPlayers) {
      if (record.record === 'player') [balances, accounts] = [new Map(), new Map()]
      if (record.record === 'account') {
        const name = `${record.currency} ${record.part}`
        accounts.set(name, record)
        balances.set(name, record.opening)
        record.closing = record.opening
      }
      if (record.record !== 'entry' || record.balance === null) continue
      const name = `${record.currency} ${record.part}`
      record.balance = (balances.get(name) ?? 0) + record.amount
      balances.set(name, record.balance)
      if (accounts.has(name)) accounts.get(name)!.closing = record.balance
    }
  }
}

async function audit({ house, ofPlayers }: Pick<Copy, 'house' | 'ofPlayers'>): Promise<Findings> {
  const findings = new Findings()
  const facts = await auditHouse(house, day.range, findings)
  return conclude(findings, facts, [await auditPlayers(ofPlayers, facts)], day.players).findings
}

const change = <Target>(target: Target, changes: Partial<Target>) => void Object.assign(target as object, changes)
const earlier = (time: string, ms = 1) => new Date(Date.parse(time) - ms).toISOString()
const payoutOf = (round: records.Round) => round.outcome as { payout: number; roll: number; acts: unknown[] }

/** The code that is expected, and what its finding names. */
type Cheat = [name: string, code: string, cheat: (copy: Copy) => string | void]

const ofPairs: Cheat[] = [
  [
    'a ground seed, with its hash as the commitment',
    'PAIR_SEED',
    (copy) => {
      const serverSeed = hashText('a better one')
      change(copy.pair(), { serverSeed, serverSeedHash: hashText(serverSeed) })
      return 'pair 2 of dice'
    },
  ],
  [
    'a seed drawn for another input',
    'PAIR_PROOF',
    (copy) => {
      const { serverSeed, serverSeedHash, proof } = copy.pair(1)
      change(copy.pair(), { serverSeed, serverSeedHash, proof })
      return 'pair 2 of dice'
    },
  ],
  [
    'a swapped key',
    'PAIR_KEY',
    (copy) => {
      const key = copy.pair().key
      change(copy.pair(), { key: copy.one('key', ({ id }) => id !== key).id })
      return 'pair 2 of dice'
    },
  ],
  [
    'a key that is not published',
    'PAIR_KEY',
    (copy) => {
      change(copy.pair(), { key: 'A'.repeat(43) })
    },
  ],
  [
    'a skipped pair',
    'PAIR_GAP',
    (copy) => {
      copy.remove(copy.pair(2), ...copy.rounds())
      return 'pair 3 of dice'
    },
  ],
  [
    'a first pair that is not number 1',
    'PAIR_GAP',
    (copy) => {
      change(copy.pair(1, 'limbo'), { number: 3 })
      return 'pair 2 of limbo'
    },
  ],
  [
    'two commitments for one number',
    'PAIR_TWICE',
    (copy) => {
      copy.add(copy.pair(), { ...copy.pair(), serverSeedHash: hashText('another') })
      return 'pair 2 of dice'
    },
  ],
  [
    'a late commitment',
    'PAIR_LATE',
    (copy) => {
      change(copy.pair(), { openedAt: earlier(copy.rounds()[0]!.openedAt, -1) })
      return copy.rounds()[0]!.id
    },
  ],
  [
    'a seed that was revealed before a round had ended',
    'PAIR_EARLY',
    (copy) => {
      change(copy.pair(), { revealedAt: earlier(copy.rounds().at(-1)!.endedAt!) })
      return copy.rounds().at(-1)!.id
    },
  ],
  [
    'a seed that was revealed before a round was opened',
    'PAIR_EARLY',
    (copy) => {
      change(copy.pair(), { revealedAt: earlier(copy.rounds()[1]!.openedAt) })
    },
  ],
  [
    'a pair that was opened before its predecessor was revealed',
    'PAIR_OVERLAP',
    (copy) => {
      change(copy.pair(), { openedAt: earlier(copy.pair(1).revealedAt!) })
    },
  ],
  [
    'a pair that is never revealed',
    'PAIR_UNREVEALED',
    (copy) => {
      change(copy.pair(), { revealedAt: null, serverSeed: null, proof: null })
      return 'pair 2 of dice'
    },
  ],
  [
    'a commitment that was changed',
    'PAIR_COMMITMENT',
    (copy) => {
      change(copy.pair(), { serverSeedHash: hashText('another') })
    },
  ],
  [
    'a pair without a commitment',
    'PAIR_COMMITMENT',
    (copy) => {
      change(
        copy.one('pair', ({ revealedAt }) => revealedAt === null),
        { serverSeedHash: '' },
      )
    },
  ],
  [
    'another client seed',
    'PAIR_PROOF',
    (copy) => {
      change(copy.pair(), { clientSeed: 'ours' })
    },
  ],
  [
    'a seed without its proof',
    'PAIR_REVEAL',
    (copy) => {
      change(copy.pair(), { proof: null })
    },
  ],
  [
    'two pairs that were exchanged',
    'PAIR_PROOF',
    (copy) => {
      const [one, other] = [copy.pair(1), copy.pair(2)]
      const [first, second] = [structuredClone(one), structuredClone(other)]
      change(one, { serverSeed: second.serverSeed, proof: second.proof, serverSeedHash: second.serverSeedHash })
      change(other, { serverSeed: first.serverSeed, proof: first.proof, serverSeedHash: first.serverSeedHash })
    },
  ],
  [
    'the pairs of one player under the name of another',
    'PAIR_PROOF',
    (copy) => {
      change(copy.one('player'), { player: hashText('somebody else') })
    },
  ],
  [
    'a player without a pseudonym',
    'PLAYER_NAME',
    (copy) => {
      change(copy.one('player'), { player: 'the best player' })
    },
  ],
  [
    'a pair whose rounds are of a later day than it states',
    'ROUND_MISSING',
    (copy) => {
      change(copy.pair(), { roundsBefore: 1 })
    },
  ],
]

const ofKeys: Cheat[] = [
  [
    'a key with the modulus of another',
    'KEY_ID',
    (copy) => {
      const [one, other] = copy.all('key')
      change(one!, { n: other!.n })
      return one!.id
    },
  ],
  [
    'a short key',
    'KEY_WEAK',
    (copy) => {
      const key = copy.one('key')
      const n = key.n.slice(0, 100)
      change(key, { n, id: thumbprintOf({ n, e: key.e }) })
    },
  ],
  [
    'a key with a small exponent',
    'KEY_WEAK',
    (copy) => {
      const key = copy.one('key')
      change(key, { e: 'Aw', id: thumbprintOf({ n: key.n, e: 'Aw' }) })
    },
  ],
  [
    'a key that was used before a report announced it',
    'KEY_UNANNOUNCED',
    (copy) => {
      const key = copy.all('key').at(-1)!
      change(key, { usedFrom: earlier(key.usedFrom, 1) })
      return key.id
    },
  ],
  [
    'a key that no report announced',
    'KEY_UNANNOUNCED',
    (copy) => {
      for (const report of copy.all('report'))
        report.statement = report.statement.replaceAll(copy.all('key').at(-1)!.id, 'x')
    },
  ],
  [
    'a key that was chosen among several that a report announced',
    'KEY_CHOICE',
    (copy) => {
      const key = copy.all('key').at(-1)!
      const report = copy.one('report', ({ statement }) => statement.includes(`draw key ${key.id}\n`))
      change(report, { statement: `${report.statement}draw key ${'A'.repeat(43)}\n` })
      signAllAgain(copy)
      return key.id
    },
  ],
  [
    'a key that is listed twice',
    'KEY_TWICE',
    (copy) => {
      copy.add(copy.all('key').at(-1)!, { ...copy.one('key') })
    },
  ],
  [
    'a key that was not in use yet',
    'PAIR_KEY',
    (copy) => {
      const key = copy.all('key').at(-1)!
      change(key, { usedFrom: earlier(key.usedFrom, -60_000) })
      return 'pair 1 of limbo'
    },
  ],
]

const ofRounds: Cheat[] = [
  [
    'another outcome',
    'ROUND_OUTCOME',
    (copy) => {
      const round = copy.rounds()[0]!
      payoutOf(round).roll += 1
      return round.id
    },
  ],
  [
    'a changed paytable',
    'ROUND_OUTCOME',
    (copy) => {
      const round = copy.rounds('ember-forge', 1)[0]!
      const outcome = round.outcome as { spins: Array<{ payout: number }>; payout: number }
      outcome.spins[0]!.payout += 5
      outcome.payout += 5
      change(round, { payout: outcome.payout })
      return round.id
    },
  ],
  [
    'a shaved subunit',
    'ROUND_WIN',
    (copy) => {
      const round = copy.won()
      copy.entries(round, 'win')[0]!.amount -= 1
      copy.rechain()
      return round.id
    },
  ],
  [
    'a shaved subunit that the round states as well',
    'ROUND_PAYOUT',
    (copy) => {
      const round = copy.won()
      copy.entries(round, 'win')[0]!.amount -= 1
      payoutOf(round).payout -= 1
      change(round, { payout: round.payout - 1 })
      copy.rechain()
      return round.id
    },
  ],
  [
    'a payout that is not that of the outcome',
    'ROUND_PAYOUT',
    (copy) => {
      change(copy.won(), { payout: copy.won().payout + 1 })
    },
  ],
  [
    'a doubled loss',
    'ROUND_STAKE',
    (copy) => {
      const round = copy.rounds().find(({ payout }) => payout === 0)!
      copy.entries(round, 'bet')[0]!.amount *= 2
      copy.rechain()
      return round.id
    },
  ],
  [
    'a stake that was taken twice',
    'ROUND_STAKE',
    (copy) => {
      const round = copy.rounds().find(({ payout }) => payout === 0)!
      const [bet] = copy.entries(round, 'bet')
      copy.add(bet!, { ...bet!, ordinal: bet!.ordinal + 5 })
      copy.rechain()
      return round.id
    },
  ],
  [
    'a dropped round with its movements',
    'ROUND_MISSING',
    (copy) => {
      const round = copy.rounds()[1]!
      copy.remove(round, ...copy.entries(round))
      copy.rechain()
      return 'pair 2 of dice'
    },
  ],
  [
    'the last round of a pair dropped with its movements',
    'ROUND_MISSING',
    (copy) => {
      const round = copy.rounds().at(-1)!
      copy.remove(round, ...copy.entries(round))
      copy.rechain()
    },
  ],
  [
    'a dropped round',
    'ENTRY_ROUND',
    (copy) => {
      const round = copy.won()
      copy.remove(round)
      return `entry ${copy.entries(round)[0]!.movement}.`
    },
  ],
  [
    'a round that is listed twice',
    'ROUND_TWICE',
    (copy) => {
      const round = copy.rounds()[0]!
      copy.add(round, { ...round })
      return round.id
    },
  ],
  [
    'two rounds with one nonce',
    'ROUND_NONCE',
    (copy) => {
      change(copy.rounds()[1]!, { nonce: 0 })
    },
  ],
  [
    'a nonce that was skipped',
    'ROUND_MISSING',
    (copy) => {
      change(copy.rounds().at(-1)!, { nonce: copy.rounds().length })
      change(copy.pair(), { rounds: copy.rounds().length + 1 })
    },
  ],
  [
    'rounds beyond those that the pair counts',
    'ROUND_NONCE',
    (copy) => {
      change(copy.pair(), { rounds: copy.pair().rounds - 1 })
    },
  ],
  [
    'nonces out of the order of time',
    'ROUND_ORDER',
    (copy) => {
      const [first, second] = copy.rounds()
      change(first!, { nonce: 1 })
      change(second!, { nonce: 0 })
    },
  ],
  [
    'another choice than the player made',
    'ROUND_OUTCOME',
    (copy) => {
      change(copy.rounds()[0]!, { choice: { target: 2_475, direction: 'under' } })
    },
  ],
  [
    'a choice that the game does not offer',
    'ROUND_OFFER',
    (copy) => {
      change(copy.rounds()[0]!, { choice: { target: 1, direction: 'under' } })
    },
  ],
  [
    'a stake that the game does not offer',
    'ROUND_OFFER',
    (copy) => {
      change(copy.rounds()[0]!, { stake: 2_01 })
    },
  ],
  [
    'a version of the maths that does not exist',
    'ROUND_MATHS',
    (copy) => {
      change(copy.rounds()[0]!, { version: '9.9.9' })
    },
  ],
  [
    'maths with another hash',
    'ROUND_MATHS',
    (copy) => {
      change(copy.rounds()[0]!, { mathsHash: hashText('other sources') })
    },
  ],
  [
    'a further stake that is not stated',
    'ROUND_EXTRA',
    (copy) => {
      const round = copy.one('round', ({ extraStake }) => extraStake > 0)
      change(round, { extraStake: 0 })
      return round.id
    },
  ],
  [
    'a further stake that the acts do not need',
    'ROUND_EXTRA',
    (copy) => {
      change(copy.rounds('blackjack', 1).find(({ extraStake }) => extraStake === 0) ?? copy.rounds('mines', 1)[0]!, {
        extraStake: 1_00,
      })
    },
  ],
  [
    'an act that was left out',
    'ROUND_OFFER',
    (copy) => {
      const round = copy.rounds('jacks-or-better', 1)[0]!
      payoutOf(round).acts.pop()
      return round.id
    },
  ],
  [
    'an act that the player did not make',
    'ROUND_OFFER',
    (copy) => {
      payoutOf(copy.rounds('mines', 1)[0]!).acts.push({ type: 'reveal', at: 24 })
    },
  ],
  [
    'other cards held than the player held',
    'ROUND_OUTCOME',
    (copy) => {
      const round = copy.rounds('jacks-or-better', 1)[0]!
      payoutOf(round).acts = [{ type: 'draw', hold: [] }]
      return round.id
    },
  ],
  [
    'a round that ended before it began',
    'ROUND_ORDER',
    (copy) => {
      const round = copy.rounds()[0]!
      change(round, { endedAt: earlier(round.openedAt) })
    },
  ],
  [
    'a result of a round that is open',
    'ROUND_STATE',
    (copy) => {
      change(
        copy.one('round', ({ status }) => status === 'open'),
        { payout: 5 },
      )
    },
  ],
  [
    'a cancelled round with a result',
    'ROUND_STATE',
    (copy) => {
      change(
        copy.one('round', ({ status }) => status === 'cancelled'),
        { outcome: { payout: 0 } },
      )
    },
  ],
  [
    'a lost round that is called cancelled',
    'ROUND_REFUND',
    (copy) => {
      const round = copy.rounds().find(({ payout }) => payout === 0)!
      change(round, { status: 'cancelled', outcome: null })
      return round.id
    },
  ],
  [
    'a stake of a cancelled round that was not returned',
    'ROUND_REFUND',
    (copy) => {
      const round = copy.one('round', ({ refusal }) => refusal === 'interrupted')
      copy.remove(...copy.entries(round, 'rollback'))
      copy.rechain()
      return round.id
    },
  ],
  [
    'a settled round that moved no money',
    'ROUND_UNBOOKED',
    (copy) => {
      const round = copy.rounds()[0]!
      copy.remove(...copy.entries(round))
      change(round, { firstMovement: null, lastMovement: null })
      copy.rechain()
      return round.id
    },
  ],
  [
    'a win that is kept as that of an ended bonus',
    'ROUND_FORFEIT',
    (copy) => {
      const round = copy.won()
      copy.remove(...copy.entries(round, 'win'))
      change(round, { forfeited: round.payout })
      copy.rechain()
      return round.id
    },
  ],
  [
    'a stake that free spins are said to have paid',
    'ROUND_FREE',
    (copy) => {
      change(copy.rounds()[0]!, { freeStake: 2_00 })
    },
  ],
  [
    'rounds of a pair that is not shown',
    'ROUND_PAIR',
    (copy) => {
      const pair = copy.one(
        'pair',
        ({ game, revealedAt, rounds }) => game === 'dice' && revealedAt === null && rounds > 0,
      )
      copy.remove(pair)
    },
  ],
]

const ofMovements: Cheat[] = [
  [
    'a balance that does not follow',
    'ENTRY_CHAIN',
    (copy) => {
      const entry = copy.entries(copy.won())[0]!
      entry.balance! -= 1
      return `entry ${entry.movement}.`
    },
  ],
  [
    'a shortened chain',
    'ACCOUNT_CLOSING',
    (copy) => {
      copy.remove(copy.all('entry', ({ part, currency }) => part === 'cash' && currency === 'EUR').at(-1)!)
    },
  ],
  [
    'a movement that was left out',
    'ENTRY_CHAIN',
    (copy) => {
      copy.remove(copy.all('entry', ({ kind }) => kind === 'deposit')[0]!)
    },
  ],
  [
    'a closing balance that is lower',
    'ACCOUNT_CLOSING',
    (copy) => {
      copy.one('account').closing -= 1
    },
  ],
  [
    'an opening balance that is higher',
    'ENTRY_CHAIN',
    (copy) => {
      copy.one('account').opening += 1
    },
  ],
  [
    'a movement of another player',
    'ENTRY_ROUND',
    (copy) => {
      const own = copy.player(copy.one('player'))
      const entry = copy.one('entry', (each) => each.kind === 'bet' && !own.includes(each))
      copy.remove(entry)
      copy.add(
        own.findLast(({ record }) => record === 'entry')!,
        entry,
      )
      copy.rechain()
      return `entry ${entry.movement}.`
    },
  ],
  [
    'a movement that is listed twice',
    'ENTRY_TWICE',
    (copy) => {
      const entry = copy.entries(copy.won())[0]!
      copy.add(entry, { ...entry })
    },
  ],
  [
    'a stake from an account in another currency',
    'ENTRY_CURRENCY',
    (copy) => {
      const entry = copy.entries(copy.won(), 'bet')[0]!
      change(entry, { currency: 'USD' })
      copy.rechain()
      return `entry ${entry.movement}.`
    },
  ],
  [
    'a movement of another day',
    'ENTRY_RANGE',
    (copy) => {
      change(copy.all('entry').at(-1)!, { movement: day.range.lastMovement + 1 })
    },
  ],
  [
    'a win that takes money',
    'ENTRY_KIND',
    (copy) => {
      copy.entries(copy.won(), 'win')[0]!.amount *= -1
      copy.rechain()
    },
  ],
  [
    'a win that somebody else pays',
    'ENTRY_KIND',
    (copy) => {
      change(copy.entries(copy.won(), 'win')[0]!, { counterparty: 'house:bonus-expense' })
    },
  ],
  [
    'a subunit that is lost on the way to the vault',
    'ENTRY_TRANSFER',
    (copy) => {
      copy.one('entry', ({ part }) => part === 'vault').amount -= 1
      copy.rechain()
    },
  ],
  [
    'an account that is not shown',
    'ACCOUNT_MISSING',
    (copy) => {
      copy.remove(copy.one('account', ({ part }) => part === 'vault'))
    },
  ],
  [
    'an account that is shown twice',
    'ACCOUNT_TWICE',
    (copy) => {
      copy.add(copy.one('account'), { ...copy.one('account') })
    },
  ],
  [
    'a stake without a round',
    'ENTRY_ROUND',
    (copy) => {
      change(copy.entries(copy.won(), 'bet')[0]!, { round: null })
    },
  ],
  [
    'a refund without a round',
    'ENTRY_ROUND',
    (copy) => {
      const entry = copy.all('entry').at(-1)!
      const refund = {
        ...entry,
        kind: 'rollback',
        round: crypto.randomUUID(),
        amount: 5,
        studio: 'fairhouse-studio',
        ordinal: 9,
      }
      copy.add(entry, { ...refund, counterparty: 'house:games' })
      copy.rechain()
      return `entry ${entry.movement}.9`
    },
  ],
  [
    'a stake that was taken after its round',
    'ENTRY_ROUND',
    (copy) => {
      const round = copy.won()
      change(round, { lastMovement: round.firstMovement })
    },
  ],
  [
    'a player who was left out',
    'PLAYER_COUNT',
    (copy) => {
      const player = copy.one('player')
      copy.remove(player, ...copy.player(player))
    },
  ],
]

const ofLiabilities: Cheat[] = [
  [
    'a leaf that is not in the tree',
    'OWED_LEAF',
    (copy) => {
      copy.one('owed').parts[0]![1] -= 1
    },
  ],
  [
    'a balance with three parts',
    'OWED_LEAF',
    (copy) => {
      copy.one('owed').parts.pop()
    },
  ],
  [
    'a balance that the report leaves out',
    'OWED_MISSING',
    (copy) => {
      copy.remove(copy.one('owed'))
    },
  ],
  [
    'a balance that the report shows twice',
    'OWED_TWICE',
    (copy) => {
      copy.add(copy.one('owed'), { ...copy.one('owed') })
    },
  ],
  [
    'a leaf that belongs to nobody',
    'LEAF_UNOWNED',
    (copy) => {
      copy.remove(copy.one('owed', ({ currency }) => currency === 'USD'))
    },
  ],
  [
    'one leaf for two players',
    'LEAF_SHARED',
    (copy) => {
      const [one, other] = [
        copy.one('owed'),
        copy.all('owed', (owed) => owed.report === 1 && owed.currency === 'EUR').at(-1)!,
      ]
      change(other, { parts: structuredClone(one.parts) })
    },
  ],
  [
    'a balance that differs from the accounts',
    'OWED_DIFFERENT',
    (copy) => {
      const deposit = copy.one('entry', ({ kind, currency }) => kind === 'deposit' && currency === 'EUR')
      deposit.amount += 1_00
      copy.rechain()
    },
  ],
  [
    'a stake in an open round that the report leaves out',
    'OWED_DIFFERENT',
    (copy) => {
      const round = copy.one('round', ({ status }) => status === 'open')
      change(round, { status: 'settled', lastMovement: round.firstMovement })
    },
  ],
  [
    'a side stake that waits for its draw, and that the report leaves out',
    'OWED_DIFFERENT',
    (copy) => {
      const ticket = copy.one('ticket', ({ state }) => state === 'open')
      change(ticket, { state: 'drawn', number: 1, nonce: 0, endedBy: ticket.boughtBy, endedAt: day.range.from })
    },
  ],
  [
    'a sum that was changed in the tree',
    'TREE_ROOT',
    (copy) => {
      const leaves = copy.one('leaves')
      change(leaves, { nodes: `${leaves.nodes.slice(0, -1)}${leaves.nodes.endsWith('0') ? '1' : '0'}` })
      return 'report 1'
    },
  ],
  [
    'half a tree',
    'TREE_LEAVES',
    (copy) => {
      const leaves = copy.one('leaves')
      change(leaves, { nodes: leaves.nodes.slice(0, leaves.nodes.length / 2) })
    },
  ],
  [
    'a tree that is not shown',
    'TREE_MISSING',
    (copy) => {
      copy.remove(copy.one('leaves', ({ currency }) => currency === 'USD'))
    },
  ],
  [
    'a lower total',
    'REPORT_SIGNATURE',
    (copy) => {
      const report = copy.all('report').at(-1)!
      change(report, { statement: report.statement.replace(/owed EUR \d+/, 'owed EUR 1') })
      return `report ${report.number}`
    },
  ],
  [
    'a report of another moment',
    'REPORT_TEXT',
    (copy) => {
      const report = copy.all('report').at(-1)!
      change(report, { madeAt: earlier(report.madeAt) })
    },
  ],
  [
    'a report that is not shown',
    'REPORT_GAP',
    (copy) => {
      copy.remove(copy.all('report')[1]!)
    },
  ],
  [
    'an earlier report that was changed',
    'REPORT_CHAIN',
    (copy) => {
      copy.all('report')[0]!.statement += ' '
      return 'report 2'
    },
  ],
  [
    'a report that is signed with another key',
    'REPORT_KEY',
    (copy) => {
      const report = copy.all('report').at(-1)!
      change(report, signerOf()(report.statement))
      return `report ${report.number}`
    },
  ],
  [
    'a lower total that is signed as well',
    'TREE_TOTAL',
    (copy) => {
      const report = copy.all('report').at(-1)!
      change(report, { statement: report.statement.replace(/owed EUR \d+/, 'owed EUR 1') })
      signAllAgain(copy)
      return `report ${report.number}, EUR`
    },
  ],
  [
    'a part of a report of another period',
    'OWED_REPORT',
    (copy) => {
      copy.add(copy.one('owed'), { ...copy.one('owed'), report: 99 })
      return 'report 99'
    },
  ],
]

const network = bls12_381.shortSignatures
const secretKey = bls12_381.utils.randomSecretKey()

/** As if a beacon had decided the first shared round. */
function decideByBeacon(copy: Copy): records.Shared {
  const round = copy.one('shared')
  const publicKey = hexOf(network.getPublicKey(secretKey).toBytes())
  const about = { name: 'test', publicKey, periodSeconds: 3, genesis: 1_692_803_367, groupHash: hashText('group') }
  const beacon: records.Beacon = { record: 'beacon', chainHash: chainHashOf(about), ...about }
  const beaconRound = decidingRound(beacon, new Date(round.betsUntil))
  const signature = hexOf(network.sign(messageOf(beaconRound), secretKey).toBytes())
  const point = pointOf(sharedDraw(signature, round.hash))
  change(round, {
    beaconChain: beacon.chainHash,
    closedAt: round.betsUntil,
    beaconRound,
    beaconSignature: signature,
    point,
  })
  change(round, { endedAt: earlier(round.startedAt!, -endsAfter(point)) })
  copy.add(round, beacon)
  return round
}

const ofSharedRounds: Cheat[] = [
  [
    'a later round of the beacon',
    'SHARED_BEACON',
    (copy) => {
      decideByBeacon(copy).beaconRound! += 1
      return 'shared round crash 1'
    },
  ],
  [
    'a signature that is not of the beacon',
    'SHARED_BEACON',
    (copy) => {
      change(decideByBeacon(copy), { beaconSignature: hexOf(network.sign(messageOf(1), secretKey).toBytes()) })
    },
  ],
  [
    'another key of the beacon',
    'SHARED_BEACON',
    (copy) => {
      decideByBeacon(copy)
      change(copy.one('beacon'), {
        publicKey: hexOf(network.getPublicKey(bls12_381.utils.randomSecretKey()).toBytes()),
      })
    },
  ],
  [
    'a point that the beacon does not give',
    'SHARED_POINT',
    (copy) => {
      decideByBeacon(copy).point! += 1
    },
  ],
  [
    'a round without a point that was not cancelled',
    'SHARED_POINT',
    (copy) => {
      change(decideByBeacon(copy), { point: null, isInterrupted: false })
    },
  ],

  [
    'another crash point',
    'SHARED_POINT',
    (copy) => {
      copy.one('shared').point! += 1
    },
  ],
  [
    'a hash that is not of the chain',
    'SHARED_HASH',
    (copy) => {
      change(copy.one('shared'), { hash: hashText('another') })
    },
  ],
  [
    'a round that skips a place of the chain',
    'SHARED_PLACE',
    (copy) => {
      copy.all('shared')[1]!.place += 1
    },
  ],
  [
    'a shared round that is not shown',
    'BET_SHARED',
    (copy) => {
      copy.remove(copy.one('shared'))
    },
  ],
  [
    'two shared rounds with one number',
    'SHARED_TWICE',
    (copy) => {
      copy.add(copy.one('shared'), { ...copy.one('shared') })
    },
  ],
  [
    'a shared round that was skipped',
    'SHARED_GAP',
    (copy) => {
      copy.all('shared')[1]!.number += 1
    },
  ],
  [
    'a salt that was chosen after bets',
    'SHARED_SALT',
    (copy) => {
      change(copy.one('chain'), { saltedAt: earlier(copy.one('shared').betsUntil, -1) })
    },
  ],
  [
    'a chain that is not shown',
    'SHARED_CHAIN',
    (copy) => {
      copy.remove(copy.one('chain'))
    },
  ],
  [
    'a round that ended too early',
    'SHARED_EARLY',
    (copy) => {
      const round = copy.one('shared')
      change(round, { endedAt: earlier(round.startedAt!) })
    },
  ],
  [
    'maths of a shared round that do not exist',
    'SHARED_MATHS',
    (copy) => {
      change(copy.one('shared'), { version: '9.9.9' })
      return 'shared round crash'
    },
  ],
  [
    'a bet that lost below the crash point',
    'BET_SHARED',
    (copy) => {
      const round = copy.all('round', ({ game, status }) => game === 'crash' && status === 'settled')
      const bet = round.find(({ payout }) => payout === 0)!
      ;(payoutOf(bet).acts[0] as { hundredths: number }).hundredths -= 1
      return bet.id
    },
  ],
  [
    'a bet that lost in an interrupted round',
    'BET_SHARED',
    (copy) => {
      change(copy.one('shared'), { isInterrupted: true })
    },
  ],
]

/** Signs statements with a key of its own. */
function signerOf() {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d: ecdh.getPrivateKey('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return (statement: string) => {
    const signature = sign('sha256', Buffer.from(statement), { key, dsaEncoding: 'ieee-p1363' })
    return { publicKey: point.toString('base64url'), signature: signature.toString('base64url') }
  }
}

/** As the site can: every report contains the hash of the one before it and is signed with one key. */
function signAllAgain(copy: Copy) {
  const signed = signerOf()
  let previous = 'none'
  for (const report of copy.all('report')) {
    const statement = report.statement.replace(/^previous .*$/m, `previous ${previous}`)
    change(report, { statement, ...signed(statement) })
    previous = hashText(statement)
  }
}

test('reports that are signed again, without another change, are no finding', async () => {
  const copy = new Copy()
  signAllAgain(copy)
  expect((await audit(copy)).listed).toEqual([])
})

test('a day that was played is found to be right, in one thread and in several', async () => {
  const { findings, counts } = await auditFolder(day.folder, { threads: 1 })
  expect(findings.listed).toEqual([])
  const inThreads = await auditFolder(day.folder, { threads: 2 })
  expect([inThreads.findings.listed, inThreads.counts]).toEqual([[], counts])
  expect(counts.players).toBe(7)
  expect([counts.draws > 15, counts.recomputedDraws > 10, counts.recomputedDraws < counts.draws]).toEqual([
    true,
    true,
    true,
  ])
  expect(counts.rounds).toBeGreaterThan(30)
  expect(counts.recomputed).toBeGreaterThan(25)
  expect((await audit(new Copy())).listed).toEqual([])
})

test('stakes of bonus money and free spins are part of the day, with wins that are set aside', () => {
  const copy = new Copy()
  expect(copy.all('round', ({ bonusStake }) => bonusStake > 0)).not.toEqual([])
  expect(copy.all('round', ({ freeStake }) => freeStake > 0).length).toBe(16)
  expect(copy.all('entry', ({ part }) => part === 'spin-wins' || part === 'bonus-expense').length).toBeGreaterThan(15)
})

// Shows: attack 237
test('tickets of a shared round are drawn with bets that ended, and returned with those of an interrupted round', () => {
  const copy = new Copy()
  const bets = copy.all('round', ({ game }) => game === 'crash')
  const stateOf = ({ id }: records.Round) => copy.one('ticket', ({ round }) => round === id).state
  const found = new Set(bets.map((bet) => `${bet.status}: ${stateOf(bet)}`))
  expect([...found].toSorted()).toEqual(['cancelled: returned', 'settled: drawn'])
})

test('two periods that follow one another are right as well, wherever a round lies between them', async () => {
  const movements = new Copy().all('entry').toSorted((one, other) => one.movement - other.movement)
  // A server's clock may be ahead of the database's: the second boundary lies before the key of a pair came into use.
  const key = new Copy().all('key').at(-1)!.usedFrom
  const before = new Copy().all('entry', ({ at }) => at < key).at(-1)!
  const half = new Date(movements[Math.floor(movements.length / 2)]!.at)
  for (const to of [half, new Date(before.at)])
    for (const period of [
      { from: day.period.from, to },
      { from: to, to: day.period.to },
    ]) {
      const folder = await mkdtemp(join(tmpdir(), 'fairhouse-audit-half-'))
      await writeAuditExport(day.fixture.deps, folder, period)
      const { findings, counts } = await auditFolder(folder)
      expect(findings.listed).toEqual([])
      expect(counts.entries).toBeGreaterThan(to === half ? 20 : 0)
      await rm(folder, { recursive: true })
    }
})

/** The first jackpot of the day, which is closed; its draws of the first player are revealed. */
const firstPot = (copy: Copy) => copy.one('jackpot')
const draws = (copy: Copy) => copy.all('draw', ({ jackpot }) => jackpot === firstPot(copy).id)
const ownTickets = (copy: Copy) => {
  const own = copy.player(copy.one('player'))
  return copy.all('ticket', (ticket) => own.includes(ticket) && ticket.jackpot === firstPot(copy).id)
}
const drawn = (copy: Copy) => {
  const [ticket] = ownTickets(copy)
  return { ticket: ticket!, draw: draws(copy).find(({ number }) => number === ticket!.number)! }
}
const won = (copy: Copy) => draws(copy).find((draw) => draw.won[0]! > 0)!
const move = (copy: Copy, kind: string) => copy.one('pot-move', (each) => each.kind === kind)

const ofJackpots: Cheat[] = [
  [
    'a draw with another number',
    'DRAW_NUMBER',
    (copy) => {
      const { ticket, draw } = drawn(copy)
      draw.drawn[2]! -= 1
      return ticket.round
    },
  ],
  [
    'a number beyond those that could be drawn',
    'DRAW_NUMBER',
    (copy) => {
      draws(copy)[0]!.drawn[2] = 5_000
      return 'draw 1'
    },
  ],
  [
    'a skipped draw',
    'DRAW_GAP',
    (copy) => {
      copy.remove(draws(copy)[2]!)
      return 'draw 4'
    },
  ],
  [
    'a last draw that was left out',
    'DRAW_GAP',
    (copy) => {
      copy.remove(draws(copy).at(-1)!)
    },
  ],
  [
    'a draw that is listed twice',
    'DRAW_TWICE',
    (copy) => {
      copy.add(draws(copy)[0]!, structuredClone(draws(copy)[0]!))
      return 'draw 1'
    },
  ],
  [
    'draws that were moved in another order',
    'DRAW_ORDER',
    (copy) => {
      const [one, other] = draws(copy)
      ;[one!.movement, other!.movement] = [other!.movement, one!.movement]
      return 'draw 2'
    },
  ],
  [
    'a contribution that is missing in the next draw',
    'DRAW_POTS',
    (copy) => {
      draws(copy)[3]!.pots[2]! -= 10
      return 'draw 4'
    },
  ],
  [
    'pots that are less than the last draw left',
    'DRAW_POTS',
    (copy) => {
      firstPot(copy).pots[2]! -= 10
    },
  ],
  [
    'a must-be-paid-by that was passed',
    'DRAW_CAP',
    (copy) => {
      const last = draws(copy).find(({ pots: [mini] }) => mini === 30)!
      change(last, { won: [0, ...last.won.slice(1)] })
      return `draw ${last.number}`
    },
  ],
  [
    'a pot above its cap',
    'DRAW_CAP',
    (copy) => {
      draws(copy)[1]!.pots[2] = 995
      return 'draw 2'
    },
  ],
  [
    'a prize that is less than its pot',
    'DRAW_PRIZE',
    (copy) => {
      won(copy).won[0]! -= 1
    },
  ],
  [
    'a prize that no number won',
    'DRAW_PRIZE',
    (copy) => {
      const lost = draws(copy).find((draw) => draw.won[1] === 0)!
      lost.won[1] = 20
      return `draw ${lost.number}`
    },
  ],
  [
    'a draw of nobody',
    'DRAW_OWNER',
    (copy) => {
      const { ticket, draw } = drawn(copy)
      copy.remove(ticket)
      return `draw ${draw.number}`
    },
  ],
  [
    'a draw for two tickets',
    'DRAW_OWNER',
    (copy) => {
      const [one, other] = ownTickets(copy)
      change(other!, { number: one!.number })
    },
  ],
  [
    'a ticket whose draw is not shown',
    'DRAW_MISSING',
    (copy) => {
      change(drawn(copy).ticket, { number: 99 })
    },
  ],
  [
    'another must-be-paid-by than the reports committed to',
    'JACKPOT_TERMS',
    (copy) => {
      firstPot(copy).caps[2]! += 10
      return 'report'
    },
  ],
  [
    'a pot that does not reach its cap in equal steps',
    'JACKPOT_TERMS',
    (copy) => {
      firstPot(copy).caps[2]! += 1
    },
  ],
  [
    'contributions of more than the side stake',
    'JACKPOT_TERMS',
    (copy) => {
      firstPot(copy).sideStake = 59
    },
  ],
  [
    'two jackpots of a currency at once',
    'JACKPOT_TWICE',
    (copy) => {
      change(firstPot(copy), { closedBy: copy.all('jackpot')[1]!.openedBy + 1 })
      return copy.all('jackpot')[1]!.id
    },
  ],
  [
    'a jackpot that was left out',
    'JACKPOT_MISSING',
    (copy) => {
      copy.remove(firstPot(copy))
    },
  ],
  [
    'a shaved contribution',
    'POT_DRAW',
    (copy) => {
      const { amounts } = move(copy, 'jackpot-drawn')
      amounts.mini! -= 1
      amounts.reserve! += 1
      return 'draw 1'
    },
  ],
  [
    'a draw without its movement',
    'POT_DRAW',
    (copy) => {
      copy.remove(move(copy, 'jackpot-drawn'))
      return 'draw 1'
    },
  ],
  [
    'contributions of no draw',
    'POT_DRAW',
    (copy) => {
      const drawn = move(copy, 'jackpot-drawn')
      copy.add(drawn, { ...structuredClone(drawn), movement: drawn.movement - 1 })
    },
  ],
  [
    'a prize that the pot did not pay',
    'POT_PRIZE',
    (copy) => {
      copy.remove(move(copy, 'jackpot-won'))
    },
  ],
  [
    'a pot that was paid without a draw',
    'POT_PRIZE',
    (copy) => {
      const paid = move(copy, 'jackpot-won')
      copy.add(paid, {
        ...paid,
        movement: copy.all('pot-move').at(-1)!.movement + 1,
        amounts: { grand: -60 },
        players: 60,
      })
    },
  ],
  [
    'a new pot with less than its seed',
    'POT_SEED',
    (copy) => {
      const { amounts } = move(copy, 'jackpot-seeded')
      amounts.grand! -= 1
      amounts.reserve! += 1
    },
  ],
  [
    'a side stake of another amount',
    'POT_STAKE',
    (copy) => {
      const stake = move(copy, 'jackpot-stake')
      stake.amounts.open! += 1
      stake.players -= 1
    },
  ],
  [
    'money that was taken out of a pot',
    'POT_MOVE',
    (copy) => {
      const drawn = move(copy, 'jackpot-drawn')
      const movement = drawn.movement - 1
      copy.add(drawn, { ...drawn, movement, kind: 'correction', amounts: { grand: -10, reserve: 10 } })
      return `movement ${movement}`
    },
  ],
  [
    'a movement that loses money',
    'POT_MOVE',
    (copy) => {
      move(copy, 'jackpot-drawn').amounts.reserve! -= 1
    },
  ],
  [
    'a share that is paid from a pot',
    'POT_MOVE',
    (copy) => {
      const { amounts } = move(copy, 'jackpot-shared')
      amounts.grand = amounts.shares!
      delete amounts.shares
    },
  ],
  [
    'a forfeited share that is not returned to the reserve',
    'POT_MOVE',
    (copy) => {
      const { amounts } = move(copy, 'jackpot-share-forfeited')
      amounts.open = amounts.reserve!
      delete amounts.reserve
    },
  ],
  [
    'the pots of a closed jackpot for the house',
    'POT_CLOSED',
    (copy) => {
      const { amounts } = move(copy, 'jackpot-closed')
      amounts.reserve = amounts.shares!
      delete amounts.shares
    },
  ],
  [
    'a pot with less at the end',
    'POT_CHAIN',
    (copy) => {
      copy.one('pot', ({ account }) => account === 'grand').closing -= 1
      return 'grand'
    },
  ],
  [
    'a pot with another amount than its draw states',
    'POT_BALANCE',
    (copy) => {
      copy.one('pot', ({ account }) => account === 'grand').opening += 7
      return 'draw 1'
    },
  ],
  [
    'an account of pots that is listed twice',
    'POT_TWICE',
    (copy) => {
      copy.add(copy.one('pot'), { ...copy.one('pot') })
    },
  ],
  [
    'an account of pots that was left out',
    'POT_MISSING',
    (copy) => {
      copy.remove(copy.one('pot', ({ account }) => account === 'major'))
    },
  ],
  [
    'a side stake that is held for nobody',
    'POT_HELD',
    (copy) => {
      copy.remove(copy.one('ticket', ({ state }) => state === 'open'))
      return 'EUR'
    },
  ],
  [
    'a report with other pots',
    'REPORT_POTS',
    (copy) => {
      const report = copy.one('report', ({ statement }) => statement.includes('\njackpot '))
      change(report, { statement: report.statement.replace(/pots (\d+)/, (_all, mini) => `pots ${Number(mini) + 30}`) })
      signAllAgain(copy)
      return `report ${report.number}`
    },
  ],
  [
    'a report that leaves out the pots',
    'REPORT_POTS',
    (copy) => {
      const report = copy.one('report', ({ statement }) => statement.includes('\njackpot '))
      change(report, { statement: report.statement.replace(/^jackpot .*\n/m, '') })
      signAllAgain(copy)
      return `report ${report.number}`
    },
  ],
  [
    'a pot that was paid to another player',
    'TICKET_PRIZE',
    (copy) => {
      const paid = copy.one('entry', ({ kind }) => kind === 'jackpot-won')
      const [winner] = copy.all('ticket', ({ round }) => round === paid.round)
      copy.remove(paid)
      copy.add(copy.all('player').at(-1)!, paid)
      copy.rechain()
      return winner!.round
    },
  ],
  [
    'a pot that was paid to a player without a ticket',
    'TICKET_MISSING',
    (copy) => {
      const paid = copy.one('entry', ({ kind }) => kind === 'jackpot-won')
      copy.remove(paid)
      copy.add(copy.all('player').at(-1)!, paid)
      copy.rechain()
      return `entry ${paid.movement}`
    },
  ],
  [
    'a ticket that was left out',
    'TICKET_MISSING',
    (copy) => {
      copy.remove(drawn(copy).ticket)
    },
  ],
  [
    'two tickets of a round',
    'TICKET_TWICE',
    (copy) => {
      const { ticket } = drawn(copy)
      copy.add(ticket, { ...ticket })
      return ticket.round
    },
  ],
  [
    'two draws with one nonce',
    'TICKET_NONCE',
    (copy) => {
      const [one, other] = ownTickets(copy)
      change(other!, { nonce: one!.nonce })
    },
  ],
  [
    'a ticket of a pair that is not shown',
    'TICKET_PAIR',
    (copy) => {
      change(drawn(copy).ticket, { pair: 99 })
    },
  ],
  [
    'a drawn ticket without an end',
    'TICKET_STATE',
    (copy) => {
      change(drawn(copy).ticket, { endedAt: null })
    },
  ],
  [
    'a side stake that cost more',
    'TICKET_STAKE',
    (copy) => {
      const { ticket } = drawn(copy)
      copy.one('entry', ({ movement }) => movement === ticket.boughtBy).amount -= 1
      copy.rechain()
      return ticket.round
    },
  ],
  [
    'a ticket of another price than the terms',
    'TICKET_STAKE',
    (copy) => {
      change(drawn(copy).ticket, { sideStake: 101 })
    },
  ],
  [
    'a ticket that was returned in place of its draw',
    'TICKET_RETURNED',
    (copy) => {
      const { ticket } = drawn(copy)
      change(ticket, { state: 'returned', number: null, nonce: null })
      return ticket.round
    },
  ],
  [
    'a returned side stake that did not arrive',
    'TICKET_RETURNED',
    (copy) => {
      const returned = copy.one('ticket', ({ state }) => state === 'returned')
      copy.remove(copy.one('entry', ({ movement }) => movement === returned.endedBy))
      copy.rechain()
      return returned.round
    },
  ],
  [
    'a ticket that is never drawn',
    'TICKET_OPEN',
    (copy) => {
      const { ticket } = drawn(copy)
      change(ticket, { state: 'open', number: null, nonce: null, endedBy: null, endedAt: null })
      return ticket.round
    },
  ],
  [
    'a draw before its commitment',
    'PAIR_LATE',
    (copy) => {
      const { ticket } = drawn(copy)
      const pair = copy.one(
        'pair',
        ({ game, number }) => game === `jackpot:${ticket.jackpot}` && number === ticket.pair,
      )
      change(pair, { openedAt: earlier(ticket.endedAt!, -1) })
      return `ticket of round ${ticket.round}`
    },
  ],
  [
    'a draw after its seed was revealed',
    'PAIR_EARLY',
    (copy) => {
      const { ticket } = drawn(copy)
      const pair = copy.one(
        'pair',
        ({ game, number }) => game === `jackpot:${ticket.jackpot}` && number === ticket.pair,
      )
      change(pair, { revealedAt: earlier(ticket.endedAt!) })
      return `ticket of round ${ticket.round}`
    },
  ],
  [
    'a ground seed of a jackpot',
    'PAIR_SEED',
    (copy) => {
      const serverSeed = hashText('a better one')
      const pair = copy.one('pair', ({ game, revealedAt }) => game.startsWith('jackpot:') && revealedAt !== null)
      change(pair, { serverSeed, serverSeedHash: hashText(serverSeed) })
      return `pair ${pair.number} of jackpot:`
    },
  ],
  [
    'a share that was shaved at the closing',
    'SHARE_AMOUNT',
    (copy) => {
      const [one, other] = copy.all('share')
      one!.amount -= 1
      other!.amount += 1
    },
  ],
  [
    'a share of fewer side stakes',
    'SHARE_STAKED',
    (copy) => {
      copy.one('share').staked -= 100
    },
  ],
  [
    'pots that were shared among more side stakes',
    'SHARE_STAKED',
    (copy) => {
      firstPot(copy).sharedStakes! += 100
      return 'jackpot'
    },
  ],
  [
    'a share that was left out',
    'SHARE_MISSING',
    (copy) => {
      copy.remove(copy.one('share'))
    },
  ],
  [
    'a share that did not arrive whole',
    'SHARE_PAID',
    (copy) => {
      copy.one('entry', ({ kind }) => kind === 'jackpot-shared').amount -= 1
      copy.rechain()
    },
  ],
  [
    'a share that was kept from an open account',
    'SHARE_PAID',
    (copy) => {
      copy.one('share', ({ isForfeited }) => !isForfeited).isForfeited = true
    },
  ],
  [
    'a share of nobody',
    'SHARE_PAID',
    (copy) => {
      copy.one('share', ({ paidBy }) => paidBy !== null).paidBy = null
    },
  ],
  [
    'a share that is listed twice',
    'SHARE_TWICE',
    (copy) => {
      copy.add(copy.one('share'), { ...copy.one('share') })
    },
  ],
]

const cheats = [...ofPairs, ...ofKeys, ...ofRounds, ...ofMovements, ...ofLiabilities, ...ofSharedRounds, ...ofJackpots]
describe('each change is found and named', () => {
  test.each(cheats)('%s: %s', async (_name, code, cheat) => {
    const copy = new Copy()
    const where = cheat(copy) ?? ''
    const { listed } = await audit(copy)
    expect(listed.filter((finding) => finding.code === code && finding.where.includes(where))).not.toEqual([])
  })
})

test('the auditor expects the round of the beacon that the site fixes, also just before the beacon signs', () => {
  const beacons = [quicknet, { ...quicknet, periodSeconds: 1 }]
  for (const beacon of beacons)
    for (let ms = 0; ms < 6_000; ms += 37) {
      const closedAt = new Date(beacon.genesis * 1000 + 90_000_000 + ms)
      expect(roundAfter({ record: 'beacon', isDemo: false, ...beacon } as never, closedAt.toISOString())).toBe(
        decidingRound(beacon, closedAt),
      )
    }
})

test('a round that a beacon decided is checked by its signature, and one that it did not decide has no point', async () => {
  const shared = (codes: Findings) => codes.listed.filter(({ code }) => code.startsWith('SHARED'))
  const honest = new Copy()
  decideByBeacon(honest)
  expect(shared(await audit(honest))).toEqual([])
  const cancelled = new Copy()
  change(decideByBeacon(cancelled), { isInterrupted: true, point: null, beaconSignature: null })
  expect(shared(await audit(cancelled))).toEqual([])
})

test('every code that can be found is described, and shown by a cheat', async () => {
  const sources = ['house', 'player', 'audit', 'returns', 'jackpots', 'tickets'].map((name) =>
    readFile(join(import.meta.dirname, `../../audit/${name}.ts`), 'utf8'),
  )
  const codes = new Set((await Promise.all(sources)).join('\n').match(/(?<=')[A-Z]+_[A-Z]+(?=')/g))
  const shown = new Set(cheats.map(([, code]) => code))
  const elsewhere = ['RETURN_LOW', 'RETURN_HIGH']
  const readme = await readFile(join(import.meta.dirname, '../../audit/README.md'), 'utf8')
  expect([...codes].filter((code) => !readme.includes(`\`${code}\``))).toEqual([])
  expect([...codes].filter((code) => !shown.has(code) && !elsewhere.includes(code))).toEqual([])
})

test('a return that chance does not explain is found, and one that it explains is not', () => {
  const found = (shareWon: number) => {
    const returns: Returns = new Map()
    const round = {
      ...(day.ofPlayers.find(({ record }) => record === 'round') as records.Round),
      game: 'dice',
      stake: 100,
      extraStake: 0,
    }
    for (let at = 0; at < 20_000; at++) addReturn(returns, { ...round, payout: at < 20_000 * shareWon ? 200 : 0 })
    const findings = new Findings()
    checkReturns(returns, findings)
    return findings.listed.map(({ code }) => code)
  }
  expect([found(0.495), found(0.47), found(0.52)]).toEqual([[], ['RETURN_LOW'], ['RETURN_HIGH']])
})

test('secrets are not exported: seeds of open pairs, hashes of later shared rounds, ids of players', async () => {
  const { rows } = await day.fixture.app.db.asOwner(
    `SELECT server_seed AS secret FROM studio.seeds WHERE revealed_at IS NULL
     UNION ALL SELECT server_seed FROM jackpots.pairs WHERE revealed_at IS NULL
     UNION ALL SELECT hash FROM shared.rounds WHERE phase <> 'ended' UNION ALL SELECT id::text FROM identity.players`,
  )
  expect(rows.length).toBeGreaterThan(5)
  const text = JSON.stringify([day.house, day.ofPlayers])
  expect(rows.filter(({ secret }) => text.includes(secret as string))).toEqual([])
  for (const pair of new Copy().all('pair', ({ serverSeed }) => serverSeed !== null).slice(0, 2))
    expect(text).toContain(
      vrfOutput(
        new Copy().one('key', ({ id }) => id === pair.key),
        '',
        pair.proof!,
      ) ?? pair.serverSeed!,
    )
})

describe('an export that cannot be read is refused with one sentence', () => {
  let folder: string
  const fresh = async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairhouse-audit-bad-'))
    await cp(day.folder, folder, { recursive: true })
  }
  const refusal = (options = {}) =>
    auditFolder(folder, options).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const manifest = async (edit: (value: Record<string, any>) => void) => {
    const value = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    edit(value)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(value))
  }

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['no folder', () => rm(folder, { recursive: true }), /has no manifest\.json that can be read\.$/],
    [
      'a manifest that is not JSON',
      () => writeFile(join(folder, 'manifest.json'), '{'),
      /manifest\.json is not JSON\.$/,
    ],
    ['another JSON', () => writeFile(join(folder, 'manifest.json'), 'null'), /is not an audit export\.$/],
    ['another version', () => manifest((value) => (value.version = 2)), /reads version 1\.$/],
    ['an incomplete manifest', () => manifest((value) => delete value.files), /is not complete\.$/],
    ['a file outside', () => manifest((value) => (value.files[0].name = '../x.ndjson.gz')), /is not complete\.$/],
    ['a missing file', () => rm(join(folder, 'players-0001.ndjson.gz')), /players-0001\.ndjson\.gz is missing\.$/],
    [
      'a truncated file',
      () => truncate(join(folder, 'players-0001.ndjson.gz'), 500),
      /players-0001\.ndjson\.gz is truncated\.$/,
    ],
    [
      'a file that is not packed',
      () => writeFile(join(folder, 'house.ndjson.gz'), 'house'),
      /house\.ndjson\.gz cannot be read/,
    ],
    ['another hash', () => manifest((value) => (value.files[1].sha256 = '0'.repeat(64))), /is not the file whose hash/],
    ['fewer lines', () => manifest((value) => value.files[1].lines++), /its manifest states/],
  ])('%s', async (_name, damage, sentence) => {
    await fresh()
    await damage()
    expect(await refusal()).toMatch(sentence)
    expect(await refusal()).toMatch(/^BadExport: /)
    await rm(folder, { recursive: true, force: true })
  })

  test('the export of another day', async () => {
    await fresh()
    expect(await refusal({ day: '2020-01-01' })).toMatch(/^BadExport: .* is the export of .*, not of 2020-01-01\.$/)
    await rm(folder, { recursive: true, force: true })
  })
})
