/** Commands for flagged payments: money in suspense, and partners' reports that contradict the ledger. */
import { InvoiceType } from '#contract/payments.ts'
import { reasonOf } from '../../kernel/command-words.ts'
import { clearDebt } from '../debts/clear-debt.ts'
import { flagWithdrawal } from './flag-withdrawal.ts'
import { formatAmount } from '../../reference/index.ts'
import { selectFlagged } from '../desk/queues.ts'
import { decisionsOf } from './flags.ts'
import { checkPaid } from './paid-amount.ts'
import { readFlagged } from './read-flagged.ts'
import { type FlagSettlement, settleFlag } from './settle-flag.ts'
import {
  CommandError,
  type OperatorCommand,
  type OperatorContext,
  type OperatorCommands,
} from '../../kernel/operator-commands.ts'

const settle = (
  decision: FlagSettlement['decision'],
  about: string,
  words = '<number> <reason …>',
): OperatorCommand => ({
  usage: `${decision} ${words}`,
  about,
  run: (context, [number, ...rest]) => decide(context, number, decision, rest),
})

export const flaggedCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Payments that need a decision, and the decisions that are possible', run: list },
  show: {
    usage: 'show <number>',
    about: 'Shows a payment with all its flags and movements',
    run: (context, [number]) => show(context, number),
  },
  raise: {
    usage: 'raise <number> <reason …>',
    about: 'Flags a withdrawal that is stuck at its partner',
    run: (context, [number, ...reason]) => raise(context, number, reason),
  },
  credit: settle('credit', 'Credits money in suspense to the player'),
  'send-back': settle('send-back', 'Returns money in suspense to the payer, through the partner'),
  keep: settle('keep', 'Moves money in suspense to the unclaimed account'),
  'charge-house': settle(
    'charge-house',
    'Accepts what the partner reports and charges the difference to the operator',
    '<number> [--paid=<amount> [--confirm]] <reason …>',
  ),
  'charge-player': settle(
    'charge-player',
    "Accepts what the partner reports and charges the difference to the player's wallets and vaults; the rest is owed",
    '<number> [--paid=<amount> [--confirm]] <reason …>',
  ),
  'give-back': settle('give-back', 'Returns the amount to the player: nothing was paid out'),
  dismiss: settle('dismiss', 'Closes the flag without moving money'),
  debts: { usage: 'debts', about: 'Lists what players owe for payments, the oldest first', run: debts },
  clear: {
    usage: 'clear <number> <reason …>',
    about: "Writes off what is owed for a payment, at the operator's expense",
    run: clear,
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await selectFlagged(db.kysely, null, 500).execute()
  if (rows.length === 0) return print('No payment needs a decision.')
  for (const row of rows) {
    const { flag_amount: reported, flag_currency: currency } = row
    const figures = [
      `requested ${figure(row)}`,
      ...(reported === null ? [] : [`reported ${figure({ amount: reported, currency })}`]),
    ].join(', ')
    const raised = { flag: row.flag!, is_suspended: row.is_suspended!, state: row.flag_state }
    print(
      [
        row.number,
        row.type === InvoiceType.deposit ? 'deposit   ' : 'withdrawal',
        row.raised_at!.toISOString().slice(0, 16),
        raised.flag.padEnd(30),
        figures.padEnd(40),
        `${row.method} (${row.partner})`.padEnd(28),
        decisionsOf(row, raised).join(' | '),
      ].join('  '),
    )
  }
}

async function show(context: OperatorContext, number: string | undefined): Promise<void> {
  const { print } = context
  const file = await readFlagged(context, checked(number))
  if (!file) throw new CommandError('No such payment.')
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

async function debts({ db, print }: OperatorContext): Promise<void> {
  const owed = await db.kysely
    .selectFrom('payments.invoices')
    .select(['number', 'player_id', 'currency', 'debt', 'created_at'])
    .where('debt', '>', 0n)
    .orderBy('created_at')
    .execute()
  if (owed.length === 0) return print('No player owes anything for a payment.')
  for (const { number, player_id, currency, debt, created_at } of owed)
    print([number, created_at.toISOString().slice(0, 16), formatAmount(debt, currency, 'en'), player_id].join('  '))
}

async function clear(context: OperatorContext, [number, ...words]: string[]): Promise<void> {
  const cleared = await clearDebt(context, { number: checked(number), reason: reasonOf(words) })
  if (!cleared.ok) throw new CommandError('Nothing is owed for this payment: see flagged debts.')
  context.print(`Cleared: ${formatAmount(cleared.value.amount, cleared.value.currency, 'en')}.`)
}

const refusals = {
  invoiceNotFound: 'No such payment.',
  withdrawalNotFound: 'No such withdrawal.',
  notOpen: 'Only a withdrawal that its partner has accepted and not completed can be flagged.',
  flaggedAlready: 'This withdrawal is already flagged.',
  notFlagged: 'This payment is not flagged, or was decided differently: see flagged show.',
  reasonMissing: 'Enter a reason: it is recorded.',
  notForThisFlag: 'This decision is not possible here: see flagged list.',
  amountUnknown: 'The partner did not report the amount it paid: find out, and add --paid=12.50.',
  amountKnown: 'The amount that the partner paid is recorded: omit --paid.',
  anotherCurrency: 'It was paid in another currency, which the player cannot be charged: use charge-house.',
  accountClosed:
    'The account is closed, so nothing can be credited or charged to it: use send-back, keep or charge-house.',
  creditedAlready: 'A late payment of this deposit was already credited: use send-back or keep.',
  changedMeanwhile: 'The payment has changed: show it again.',
  nothingPaid: 'According to the ledger, the partner holds nothing of this payment.',
}

async function raise(context: OperatorContext, number: string | undefined, words: string[]): Promise<void> {
  const raised = await flagWithdrawal(context, { number: checked(number), reason: reasonOf(words) })
  if (!raised.ok) throw new CommandError(refusals[raised.refusal])
  context.print(`${number} is flagged: see flagged list for the possible decisions.`)
}

async function decide(
  context: OperatorContext,
  number: string | undefined,
  decision: FlagSettlement['decision'],
  words: string[],
): Promise<void> {
  const paidText = words[0]?.startsWith('--paid=') ? words[0].slice('--paid='.length) : null
  const isConfirmed = paidText !== null && words[1] === '--confirm'
  const reason = reasonOf(words.slice((paidText === null ? 0 : 1) + (isConfirmed ? 1 : 0)))
  const settled = await settleFlag(context, {
    number: checked(number),
    decision,
    reason,
    paid: paidText === null ? null : await paidAmount(context, number!, paidText, isConfirmed),
  })
  if (!settled.ok) throw new CommandError(refusals[settled.refusal])
  context.print(settled.value.isRepeat ? `${number} already has this decision.` : `${number} is decided: ${decision}.`)
}

/** Whatever is missing of the amount returns to the player, and whatever exceeds it is charged: a slip costs money. */
async function paidAmount(
  context: OperatorContext,
  number: string,
  paidText: string,
  isConfirmed: boolean,
): Promise<bigint> {
  const file = await readFlagged(context, number)
  if (!file) throw new CommandError(refusals.invoiceNotFound)
  const { amount: requested, currency } = file.invoice
  const paid = checkPaid({ requested, currency, paid: paidText, isConfirmed })
  if (paid.ok) return paid.value
  if (paid.refusal === 'amountInvalid')
    throw new CommandError(`${paidText} is no amount of ${currency}: write it as 12.50.`)
  throw new CommandError(`${paid.message} If the partner has paid that, write --confirm after the amount.`)
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
