/** Statements for the player, and at the desk. */
import { Readable } from 'node:stream'
import type * as deskContract from '#contract/desk/statements.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/statements.ts'
import type { KernelDeps, PlayerCtx } from '../deps.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { FileReply } from '../kernel/http/files.ts'
import { signAsOperator } from '../kernel/sign-as-operator.ts'
import { mayAttempt, perHour } from '../kernel/attempts.ts'
import { findPeriod, listPeriods, readStatement as read, toCsv, units } from './statement.ts'

type Period = { period: string }
type Found<T> = Promise<Result<T, 'statementNotFound'>>

async function find(deps: KernelDeps, playerId: string, period: string): Found<contract.Statement> {
  const found = await findPeriod(deps, playerId, period)
  return found ? ok(await read(deps.db, playerId, found)) : refuse('statementNotFound')
}

const fileOf = (name: string, mimeType: string, bytes: Buffer): FileReply =>
  new FileReply({ name, mimeType, size: bytes.length, bytes: Readable.from([bytes]) })

async function csvOf(deps: KernelDeps, playerId: string, period: string): Found<FileReply> {
  const found = await find(deps, playerId, period)
  if (!found.ok) return found
  return ok(fileOf(`statement-${period}.csv`, 'text/csv; charset=utf-8', Buffer.from(toCsv(found.value))))
}

async function signatureOf(
  deps: KernelDeps,
  playerId: string,
  period: string,
): Promise<Result<FileReply, 'statementNotFound' | 'statementNotFinal'>> {
  const found = await find(deps, playerId, period)
  if (!found.ok) return found
  if (!found.value.isFinal) return refuse('statementNotFinal')
  const { signature } = signAsOperator(deps.settings, toCsv(found.value), 'der')
  return ok(fileOf(`statement-${period}.csv.sig`, 'application/octet-stream', signature))
}

/** Each reads every entry of the player: far more than a person needs, and far fewer than would load the database. */
const limit = perHour(120)

async function within<T, R extends string>(
  ctx: PlayerCtx,
  work: (playerId: string) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'tooManyAttempts'>> {
  const playerId = ctx.caller.player.id
  return (await mayAttempt(ctx, [{ key: `statements:${playerId}`, limit }]))
    ? work(playerId)
    : refuse('tooManyAttempts')
}

export async function listStatements(ctx: PlayerCtx): Promise<Result<contract.StatementPeriods>> {
  return ok(await listPeriods(ctx, ctx.caller.player.id))
}

export function readStatement(
  ctx: PlayerCtx,
  { period }: Period,
): Promise<Result<contract.Statement, RefusalOf<typeof contract.readStatement>>> {
  return within(ctx, (playerId) => find(ctx, playerId, period))
}

export function downloadStatement(
  ctx: PlayerCtx,
  { period }: Period,
): Promise<Result<FileReply, RefusalOf<typeof contract.downloadSignedStatement>>> {
  return within(ctx, (playerId) => csvOf(ctx, playerId, period))
}

export function downloadSignature(
  ctx: PlayerCtx,
  { period }: Period,
): Promise<Result<FileReply, RefusalOf<typeof contract.downloadStatementSignature>>> {
  return within(ctx, (playerId) => signatureOf(ctx, playerId, period))
}

type OfPlayer = VerbInput<typeof deskContract.readPlayerStatement>

export async function listAtDesk(
  ctx: DeskCtx,
  { playerId }: { playerId: string },
): Promise<Result<ReplyOf<typeof deskContract.listPlayerStatements>>> {
  return ok((await listPeriods(ctx, playerId)).map(({ period, isFinal }) => ({ period, isFinal })))
}

export async function readAtDesk(ctx: DeskCtx, { playerId, period }: OfPlayer): Found<deskContract.DeskStatement> {
  const found = await find(ctx, playerId, period)
  if (!found.ok) return found
  const currencies = found.value.currencies.map(({ currency, accounts, lines, result }) => ({
    currency,
    accounts: accounts.map(({ account, opening, closing }) => ({
      account,
      opening: units(opening, currency),
      closing: units(closing, currency),
    })),
    lines: lines.map((line) => ({
      ...line,
      credit: units(line.credit, currency),
      debit: units(line.debit, currency),
    })),
    result: units(result, currency),
  }))
  return ok({ period, isFinal: found.value.isFinal, currencies })
}

export const downloadAtDesk = (ctx: DeskCtx, { playerId, period }: OfPlayer) => csvOf(ctx, playerId, period)
export const signatureAtDesk = (ctx: DeskCtx, { playerId, period }: OfPlayer) => signatureOf(ctx, playerId, period)
