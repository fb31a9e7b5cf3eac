/** Commands for withdrawals in review: list, show, approve, decline. */
import { reasonOf } from '../../kernel/command-words.ts'
import { formatAmount } from '../../reference/index.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { labelsOf } from '../../identity/index.ts'
import { selectInReview } from '../desk/queues.ts'
import { readWithdrawal } from './read-withdrawal.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../kernel/operator-commands.ts'

export const withdrawalCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists withdrawals in review, the longest waiting first', run: list },
  show: {
    usage: 'show <number>',
    about: 'Shows a withdrawal with its player, reasons for review and history',
    run: (context, [number]) => show(context, number),
  },
  approve: {
    usage: 'approve <number> [<note …>]',
    about: 'Approves a withdrawal and notifies the player',
    run: (context, [number, ...note]) => decide(context, number, 'approved', note),
  },
  decline: {
    usage: 'decline <number> <reason …>',
    about: 'Declines a withdrawal and returns the amount; the player sees the reason',
    run: (context, [number, ...reason]) => decide(context, number, 'declined', reason),
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await selectInReview(db.kysely, null, 500).execute()
  if (rows.length === 0) return print('No withdrawal is in review.')
  const labels = await labelsOf(
    db.kysely,
    rows.map((row) => row.player_id),
  )
  for (const { number, created_at, amount, currency, partner, method, review_reasons, player_id } of rows) {
    print(
      [
        number,
        created_at.toISOString().slice(0, 16),
        formatAmount(amount!, currency, 'en').padStart(14),
        `${method} (${partner})`.padEnd(28),
        review_reasons.join('+').padEnd(10),
        labels.get(player_id)!,
      ].join('  '),
    )
  }
}

async function show(context: OperatorContext, number: string | undefined): Promise<void> {
  const { print } = context
  const file = await readWithdrawal(context, checked(number))
  if (!file) throw new CommandError('No such withdrawal.')
  for (const [key, value] of Object.entries(file.invoice))
    print(
      `${key.padEnd(22)} ${text(key === 'amount' ? formatAmount(value as bigint, String(file.invoice.currency), 'en') : value)}`,
    )
  print('player')
  for (const [key, value] of Object.entries(file.player)) print(`  ${key.padEnd(20)} ${text(value)}`)
  for (const { currency, deposited, withdrawn } of file.totals)
    print(
      `  ${currency.padEnd(20)} deposited ${formatAmount(deposited, currency, 'en')}, withdrawn ${formatAmount(withdrawn, currency, 'en')}`,
    )
  print('history')
  for (const { at, stage, note } of file.events) print(`  ${at.toISOString()}  ${stage}${note ? ` — ${note}` : ''}`)
}

const refusals = {
  withdrawalNotFound: 'No such withdrawal.',
  notInReview: 'This withdrawal needed no review.',
  withdrawalFlagged:
    'The partner has already reported on this withdrawal. Decide the flag first: npm run operator -- flagged show NUMBER.',
  reasonMissing: 'Enter a reason: the player sees it.',
  changedMeanwhile: 'The withdrawal has changed: show it again.',
  factorsJustRemoved: "The player's second factors were removed within 24 hours: approve it later, or decline it.",
}

async function decide(
  context: OperatorContext,
  number: string | undefined,
  decision: 'approved' | 'declined',
  words: string[],
): Promise<void> {
  const use = decision === 'approved' ? 'it is recorded' : 'the player sees it'
  const decided = await decideWithdrawal(context, {
    number: checked(number),
    decision,
    reason: decision === 'approved' && words.length === 0 ? null : reasonOf(words, use),
  })
  if (!decided.ok) throw new CommandError(decided.message ?? refusals[decided.refusal])
  context.print(
    decision === 'approved'
      ? `${number} is approved and will be sent.`
      : `${number} is declined; the amount was returned to the player's balance.`,
  )
}

function checked(number: string | undefined): string {
  if (!/^F\d+$/.test(number ?? '')) throw new CommandError('Enter the number of the withdrawal as the list shows it.')
  return number!
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')
}
