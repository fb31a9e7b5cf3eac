/** Payments that wait for a person: money in suspense, and what partners said against the books. */
import { InvoiceType } from '#contract/payments.ts'
import { fromDecimal } from '../../../partners/payments/decimal.ts'
import { flagWithdrawal } from './flag-withdrawal.ts'
import { formatAmount } from '../format-amount.ts'
import { listFlagged, readFlagged } from './list-flagged.ts'
import { type FlagSettlement, settleFlag } from './settle-flag.ts'
import {
  CommandError,
  type OperatorCommand,
  type OperatorContext,
  type OperatorCommands,
} from '../../../platform/operator-commands.ts'

const settle = (decision: FlagSettlement['decision'], about: string, words = '<number> <reason>'): OperatorCommand => ({
  usage: `${decision} ${words}`,
  about,
  run: (context, [number, ...rest]) => decide(context, number, decision, rest),
})

export const flaggedCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Payments that wait for a person, and what may be decided of each', run: list },
  show: {
    usage: 'show <number>',
    about: 'One, with every flag it had and every movement of it',
    run: (context, [number]) => show(context, number),
  },
  raise: {
    usage: 'raise <number> <reason>',
    about: 'Takes a withdrawal that is stuck at its partner in hand',
    run: (context, [number, ...reason]) => raise(context, number, reason),
  },
  credit: settle('credit', "Money in suspense becomes the player's"),
  'send-back': settle('send-back', "Money in suspense is the payer's again: the partner sends it back"),
  keep: settle('keep', 'Money in suspense stays with the house'),
  'charge-house': settle(
    'charge-house',
    'The partner is right, and the house bears what is missing',
    '<number> [--paid=<amount>] <reason>',
  ),
  'charge-player': settle(
    'charge-player',
    "The partner is right, and the player's cash bears it, if it reaches",
    '<number> [--paid=<amount>] <reason>',
  ),
  'give-back': settle('give-back', 'Nothing was paid out: the player has the money again'),
  dismiss: settle('dismiss', 'The partner is wrong, or all is well: nothing moves'),
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await listFlagged(db)
  if (rows.length === 0) return print('No payment waits for a person.')
  for (const { number, type, raisedAt, flag, partner, method, asked, said, decisions } of rows) {
    const figures = [`asked ${figure(asked)}`, ...(said.amount === null ? [] : [`said ${figure(said)}`])].join(', ')
    print(
      [
        number,
        type === InvoiceType.deposit ? 'deposit   ' : 'withdrawal',
        raisedAt.toISOString().slice(0, 16),
        flag.padEnd(30),
        figures.padEnd(40),
        `${method} (${partner})`.padEnd(28),
        decisions.join(' | '),
      ].join('  '),
    )
  }
}

async function show({ db, print }: OperatorContext, number: string | undefined): Promise<void> {
  const file = await readFlagged({ db }, checked(number))
  if (!file) throw new CommandError('There is no such payment.')
  for (const [key, value] of Object.entries(file.invoice)) print(`${key.padEnd(22)} ${text(value)}`)
  print('flags')
  for (const flag of file.flags)
    print(
      `  ${Object.entries(flag)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => `${key}=${text(value)}`)
        .join('  ')}`,
    )
  print('movements')
  for (const { kind, from, to, amount, currency } of file.entries)
    print(`  ${kind.padEnd(22)} ${formatAmount(amount, currency, 'en').padStart(14)}  ${from} -> ${to}`)
  print('history')
  for (const { at, stage, note } of file.events) print(`  ${at.toISOString()}  ${stage}${note ? ` — ${note}` : ''}`)
}

const refusals = {
  invoiceNotFound: 'There is no such payment.',
  withdrawalNotFound: 'There is no such withdrawal.',
  notOpen: 'Only a withdrawal that a partner has, and has not ended, is taken in hand.',
  flaggedAlready: 'It is flagged already.',
  notFlagged: 'It does not wait for a person, or was settled otherwise: look at it by flagged show.',
  reasonMissing: 'Say why: it is kept on record.',
  notForThisFlag: 'That cannot be decided of it: flagged list says what can.',
  amountUnknown: 'The partner did not say what it paid: find out, and name it by --paid=12.50.',
  amountKnown: 'What the partner paid is on record: leave --paid out.',
  anotherCurrency: 'It was paid in another currency, which is not taken from the player: the house bears it.',
  insufficientFunds: "The player's cash does not reach.",
  accountClosed: 'The account is closed, and a closed account holds no money: send it back or keep it.',
  creditedAlready: 'A late payment of it was credited already: send this one back, or keep it.',
  nothingPaid: 'By the books the partner has nothing of it.',
}

async function raise(context: OperatorContext, number: string | undefined, words: string[]): Promise<void> {
  const raised = await flagWithdrawal(context, { number: checked(number), reason: words.join(' ') })
  if (!raised.ok) throw new CommandError(refusals[raised.refusal])
  context.print(`${number} waits for a person: flagged list says what may be decided.`)
}

async function decide(
  context: OperatorContext,
  number: string | undefined,
  decision: FlagSettlement['decision'],
  words: string[],
): Promise<void> {
  const given = words[0]?.startsWith('--paid=') ? words[0].slice('--paid='.length) : null
  const reason = words.slice(given === null ? 0 : 1).join(' ')
  const settled = await settleFlag(context, {
    number: checked(number),
    decision,
    reason,
    paid: given === null ? null : await paidAmount(context, number!, given),
  })
  if (!settled.ok) throw new CommandError(refusals[settled.refusal])
  context.print(settled.value.isRepeat ? `${number} was settled so already.` : `${number} is settled: ${decision}.`)
}

async function paidAmount({ db }: OperatorContext, number: string, given: string): Promise<bigint> {
  const file = await readFlagged({ db }, number)
  if (!file) throw new CommandError(refusals.invoiceNotFound)
  const currency = String(file.invoice.currency)
  const amount = fromDecimal(given, currency)
  if (amount === null || amount <= 0n)
    throw new CommandError(`${given} is no amount of ${currency}: write it as 12.50.`)
  return amount
}

function figure({ amount, currency }: { amount: bigint | null; currency: string | null }): string {
  return amount === null || currency === null ? 'any amount' : formatAmount(amount, currency, 'en')
}

function checked(number: string | undefined): string {
  if (!/^F\d+$/.test(number ?? '')) throw new CommandError('Name the payment by its number, as the list shows it.')
  return number!
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')
}
