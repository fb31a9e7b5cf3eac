/** `npm run operator -- sports …`: bets of a player, debts, and differences from the sportsbook's list. */
import { z } from 'zod'
import { player as parts } from '../ledger/index.ts'
import { reasonOf } from '../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { fromDecimal } from '../partners/payments/decimal.ts'
import { namedPlayer } from '../identity/index.ts'
import { formatAmount } from '../reference/index.ts'
import { listCurrenciesOf, readActiveCurrency } from '../wallet/index.ts'
import { clearDebt } from './clear-debt.ts'
import { readTheirs } from './compare-bets.ts'
import { grantFreeBet } from './grant-free-bet.ts'
import { payClosedAccount } from './pay-closed-account.ts'
import { type BetRow, readSelections } from './internal/bets.ts'

export const sportsCommands: OperatorCommands = {
  bets: {
    usage: 'bets <player>',
    about: "Lists a player's bets, the newest first; the player by id or e-mail address",
    run: bets,
  },
  bet: {
    usage: 'bet <id>',
    about: 'Prints a bet with its selections, and every decision with reason and actor',
    run: bet,
  },
  debts: { usage: 'debts', about: 'Lists what players owe for corrected bets, the oldest first', run: debts },
  clear: {
    usage: 'clear <bet> <reason …>',
    about: 'Clears the debt of a bet: the operator bears the loss',
    run: clear,
  },
  closed: {
    usage: 'closed',
    about: 'Lists amounts that corrections credited to closed accounts, to be paid outside this product',
    run: closed,
  },
  'pay-closed': {
    usage: 'pay-closed <player> <currency> <amount> <reason …>',
    about: 'Records that the money of a closed account was paid outside, by its reference there',
    run: payClosed,
  },
  'free-bet': {
    usage: 'free-bet <player> <definition> [<currency>] [--again=<id>]',
    about: 'Grants a free bet, by its definition, in the active currency of the player or another one',
    run: freeBet,
  },
  differences: {
    usage: 'differences',
    about: "Lists bets that differ from the sportsbook's list, or from what their results pay",
    run: differences,
  },
}

const money = (amount: bigint, currency: string): string => formatAmount(amount, currency, 'en')

const lineOf = ({ id, placed_at, status, currency, stake, open_stake, payout, debt, selections }: BetRow) =>
  [
    id,
    placed_at.toISOString().slice(0, 16),
    status.padEnd(9),
    money(stake, currency),
    `open ${money(open_stake, currency)}, paid ${money(payout, currency)}${debt > 0n ? `, owed ${money(debt, currency)}` : ''}`,
    readSelections(selections)
      .map(({ names, odds }) => `${names.outcome} @ ${odds}`)
      .join(' + '),
  ].join('  ')

async function bets(context: OperatorContext, [text = '']: string[]): Promise<void> {
  const { db, print } = context
  const player = await namedPlayer(context, text)
  const rows = await db.kysely
    .selectFrom('sports.bets')
    .selectAll()
    .where('player_id', '=', player.id)
    .orderBy('placed_at', 'desc')
    .limit(200)
    .execute()
  if (rows.length === 0) return print('No bets.')
  for (const row of rows) print(lineOf(row))
}

async function bet({ db, print }: OperatorContext, [id = '']: string[]): Promise<void> {
  const row = await findBet(db, id)
  print(lineOf(row))
  print(
    `    player ${row.player_id}, at the sportsbook ${row.bet_id}, highest payout ${money(row.maximum_payout, row.currency)}`,
  )
  for (const { names, odds, result } of readSelections(row.selections))
    print(
      `    ${names.sport}, ${names.league}: ${names.event}: ${names.market}: ${names.outcome} @ ${odds}  ${result ?? 'open'}`,
    )
  const decisions = await db.kysely
    .selectFrom('sports.decisions')
    .selectAll()
    .where('bet', '=', row.id)
    .orderBy('sequence')
    .execute()
  for (const each of decisions)
    print(
      `    ${each.sequence}. ${each.at.toISOString().slice(0, 19)} ${each.call}: paid ${money(each.payout, row.currency)}, open ${money(each.open_stake, row.currency)}` +
        `${each.is_applied ? '' : ', overtaken'}${each.reason ? `: ${each.reason}` : ''}${each.actor ? ` (${each.actor})` : ''}`,
    )
}

async function debts({ db, print }: OperatorContext): Promise<void> {
  const rows = await db.kysely
    .selectFrom('sports.bets')
    .selectAll()
    .where('debt', '>', 0n)
    .orderBy('changed_at')
    .limit(500)
    .execute()
  if (rows.length === 0) return print('No player owes anything.')
  for (const row of rows) print(`${lineOf(row)}  ${row.player_id}`)
}

async function clear(context: OperatorContext, [id = '', ...words]: string[]): Promise<void> {
  const reason = reasonOf(words)
  const { id: betId } = await findBet(context.db, id)
  const cleared = await clearDebt(context, { betId, reason })
  if (!cleared.ok) throw new CommandError('Nothing is owed for this bet: see debts.')
  context.print(`Cleared: ${money(cleared.value.amount, cleared.value.currency)}.`)
}

async function closed({ db, ledger, print }: OperatorContext): Promise<void> {
  const rows = await db.kysely.selectFrom('sports.late_payouts').selectAll().orderBy('at').limit(500).execute()
  if (rows.length === 0) return print('Nothing is owed to closed accounts.')
  for (const { player_id: playerId, currency, at } of rows) {
    const cash = await ledger.balance(parts.cash.of({ playerId, currency }))
    print(`${playerId}  ${at.toISOString().slice(0, 16)}  ${money(cash, currency)}`)
  }
}

async function payClosed(context: OperatorContext, [text = '', currency = '', ...words]: string[]): Promise<void> {
  const { id: playerId } = await namedPlayer(context, text)
  if (!(await listCurrenciesOf(context.db.kysely, playerId)).includes(currency))
    throw new CommandError('This account has no such currency: see closed.')
  const amount = fromDecimal(words[0] ?? '', currency)
  if (!amount) throw new CommandError('Enter the amount that was paid, such as 12.50, then its reference.')
  const reason = reasonOf(words.slice(1), 'name the payment outside; it is recorded')
  const paid = await payClosedAccount(context, { playerId, currency, amount, reason })
  if (!paid.ok) throw new CommandError('This account is not closed: its player can withdraw.')
  const { isRecorded, cash, before } = paid.value
  if (isRecorded) return context.print(`Recorded as paid outside: ${money(amount, currency)}.`)
  const why = cash === amount ? '.' : `: the account has ${money(cash, currency)}, not ${money(amount, currency)}.`
  const earlier =
    before &&
    ` ${money(before.amount, currency)} were recorded at ${before.at.toISOString().slice(0, 16)}: ${before.reason}`
  throw new CommandError(`Nothing was recorded${why}${earlier ?? ''}`)
}

const freeBetRefusals = {
  notDefined: 'No such definition in force: see freebets.',
  notPermitted: 'The player is excluded, closed or receives no bonuses.',
  noAccount: 'The player has no account in this currency, or it is switched off.',
  grantedAlready: 'The player has received this free bet within 24 hours.',
}
async function freeBet(context: OperatorContext, words: string[]): Promise<void> {
  const [text = '', definition = '', wantedCurrency, ...others] = words.filter((word) => !word.startsWith('--again'))
  if (others.length > 0) throw new CommandError(`${others.join(' ')} is not understood.`)
  const player = await namedPlayer(context, text)
  const currencies = await listCurrenciesOf(context.db.kysely, player.id)
  const currency = wantedCurrency ?? (await readActiveCurrency(context.db.kysely, player.id))
  if (!currency || !currencies.includes(currency)) throw new CommandError(freeBetRefusals.noAccount)
  const after = words.find((word) => word.startsWith('--again'))?.slice('--again='.length) ?? null
  const granted = await grantFreeBet(context, { playerId: player.id, currency, definition, after })
  if (!granted.ok) throw new CommandError(granted.message ?? freeBetRefusals[granted.refusal])
  const { id, amount, expiresAt } = granted.value
  context.print(`Granted: ${money(amount, currency)} until ${expiresAt.toISOString().slice(0, 16)}  ${id}`)
}

async function differences({ db, print }: OperatorContext): Promise<void> {
  const listed = await db.kysely
    .selectFrom('sports.discrepancies')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('found_at')
    .limit(500)
    .execute()
  const miscalculated = await db.kysely
    .selectFrom('sports.bets')
    .selectAll()
    .where('status', '=', 'settled')
    .whereRef('expected_payout', '<>', 'payout')
    .orderBy('changed_at', 'desc')
    .limit(500)
    .execute()
  for (const { bet_id, found_at, theirs } of listed) {
    const their = readTheirs(theirs)
    print(
      `${bet_id}  ${found_at.toISOString().slice(0, 16)}  ${their ? `at the sportsbook ${their.status}, paid ${their.payout}, open ${their.openStake}` : 'not in its list'}`,
    )
  }
  for (const row of miscalculated) print(`${lineOf(row)}  its results pay ${money(row.expected_payout!, row.currency)}`)
  if (listed.length + miscalculated.length === 0) print('No differences.')
}

async function findBet(db: OperatorContext['db'], id: string): Promise<BetRow> {
  const row = z.uuid().safeParse(id).success
    ? await db.kysely.selectFrom('sports.bets').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new CommandError('No such bet: enter the id that bets prints.')
  return row
}
