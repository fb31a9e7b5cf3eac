/** What commands of an operator work with. */
import type { Clock, Deps } from '#server/deps.ts'
import type { FileStore } from '#server/partners/storage/port.ts'

export type Desk = Pick<Deps, 'settings' | 'db' | 'content' | 'ledger' | 'log'> & {
  clock: Clock
  storage: FileStore
  partners: Pick<Deps['partners'], 'payments'>
  say(line: string): void
}
/** `run` throws CommandError for what the operator got wrong; a number is the exit code of what was found. */
export type Command = { usage: string; about: string; run(desk: Desk, words: string[]): Promise<number | void> }
/** Name -> command. */
export type Subject = Record<string, Command>

export class CommandError extends Error {}
