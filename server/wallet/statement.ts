/** The player's statement: every entry of a period with the resulting balance, generated while the file is sent. */
import { Readable } from 'node:stream'
import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type { downloadStatement as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { FileReply } from '../kernel/http/files.ts'
import { readStatement, type StatementLine } from '../ledger/index.ts'
import { findCurrency } from '../reference/index.ts'
import { byteOrderMark, csvLine, decimalText } from '../kernel/csv.ts'

type Labels = Record<string, string>

export async function downloadStatement(ctx: PlayerCtx, period: VerbInput<typeof contract>): Promise<Ok<FileReply>> {
  const labels = ctx.content.labels(ctx.caller.locale, 'history')
  const span = [period.currency, period.from?.slice(0, 10), period.to?.slice(0, 10)].filter(Boolean)
  return ok(
    new FileReply({
      name: `${['statement', ...span].join('-')}.csv`,
      mimeType: 'text/csv; charset=utf-8',
      size: null,
      bytes: Readable.from(write(ctx, period, labels), { objectMode: false, highWaterMark: 65_536 }),
    }),
  )
}

const columns = ['date', 'entry', 'kind', 'account', 'reference', 'amount', 'balanceAfter', 'currency', 'id']

async function* write(ctx: PlayerCtx, period: VerbInput<typeof contract>, labels: Labels): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map((column) => ({ text: labels[`csv_${column}`] ?? column })))
  for await (const lines of readStatement(ctx.db.kysely, ctx.caller.player.id, period))
    yield lines.map((line) => toCsv(line, labels)).join('')
}

function toCsv(
  { movementId, ordinal, at, kind, account, currency, amount, after, reference }: StatementLine,
  labels: Labels,
): string {
  const subunitToUnit = findCurrency(currency)?.subunitToUnit ?? 1
  return csvLine([
    { text: at.toISOString() },
    { text: `${movementId}.${ordinal}` },
    { text: labels[`kind_${kind.replaceAll('-', '')}`] ?? kind },
    { text: labels[`account_${account}`] ?? account },
    { text: reference.label ?? '' },
    { figure: decimalText(amount, subunitToUnit) },
    { figure: decimalText(after, subunitToUnit) },
    { text: currency },
    { text: reference.kind === 'other' ? '' : reference.id },
  ])
}
