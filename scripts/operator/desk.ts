/** What commands of an operator work with. */
import type { Clock, Deps } from '#server/deps.ts'
import type { FileStore } from '#server/partners/storage/port.ts'

export type Desk = Pick<Deps, 'settings' | 'db' | 'content'> & { clock: Clock; storage: FileStore; say(line: string): void }
/** `run` throws CommandError for what the operator got wrong. */
export type Command = { usage: string; about: string; run(desk: Desk, words: string[]): Promise<void> }
/** Name -> command. */
export type Subject = Record<string, Command>

export class CommandError extends Error {}
