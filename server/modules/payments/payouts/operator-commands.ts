/** Withdrawals that wait for an operator: which, what there is to know of each, and what is decided. */
import { formatAmount } from '../format-amount.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { listWithdrawalsInReview, readWithdrawal } from './list-withdrawals.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../../platform/operator-commands.ts'

export const withdrawalCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Withdrawals that wait for a decision, the longest waiting first', run: list },
  show: { usage: 'show <number>', about: 'What there is to know of one', run: (desk, [number]) => show(desk, number) },
  approve: {
    usage: 'approve <number> [note]',
    about: 'Sends it; the player is told',
    run: (desk, [number, ...note]) => decide(desk, number, 'approved', note),
  },
  decline: {
    usage: 'decline <number> <reason>',
    about: 'Gives the money back; the player reads the reason',
    run: (desk, [number, ...reason]) => decide(desk, number, 'declined', reason),
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await listWithdrawalsInReview(db)
  if (rows.length === 0) return print('No withdrawal waits.')
  for (const { number, createdAt, amount, currency, partner, method, reasons, player } of rows) {
    print(
      [
        number,
        createdAt.toISOString().slice(0, 16),
        formatAmount(amount, currency, 'en').padStart(14),
        `${method} (${partner})`.padEnd(28),
        reasons.join('+').padEnd(10),
        player,
      ].join('  '),
    )
  }
}

async function show({ db, print }: OperatorContext, number: string | undefined): Promise<void> {
  const file = await readWithdrawal({ db }, checked(number))
  if (!file) throw new CommandError('There is no such withdrawal.')
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
  withdrawalNotFound: 'There is no such withdrawal.',
  notInReview:
    'It does not wait for a decision: another operator, or the player, was faster, or it went out by itself.',
  withdrawalFlagged:
    'The partner has said something about it already. Clear that up first: npm run operator -- flagged show NUMBER.',
  reasonMissing: 'Enter a reason: the player sees it.',
}

async function decide(
  desk: OperatorContext,
  number: string | undefined,
  decision: 'approved' | 'declined',
  words: string[],
): Promise<void> {
  const decided = await decideWithdrawal(desk, {
    number: checked(number),
    decision,
    reason: words.join(' ').trim() || null,
  })
  if (!decided.ok) throw new CommandError(refusals[decided.refusal])
  desk.print(
    decision === 'approved'
      ? `${number} is approved and on its way.`
      : `${number} is declined; the money is back on the player's balance.`,
  )
}

function checked(number: string | undefined): string {
  if (!/^F\d+$/.test(number ?? '')) throw new CommandError('Name the withdrawal by its number, as the list shows it.')
  return number!
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')
}
