/** Commands of `npm run operator` that work on the database; each module declares its own in module.ts. */
import type { KernelDeps } from '../deps.ts'
import type { Consumer } from './facts/consumer.ts'
import type { Invariant } from '../ledger/index.ts'
import type { SystemActor } from './actor.ts'
import type { SealedData, SignedData } from './sealed-data.ts'
import type { FileStore } from '../partners/storage/port.ts'

export type DatabaseContext = KernelDeps & {
  storage: FileStore
  actor: SystemActor
  /** The invariants of all modules. */
  invariants: Invariant[]
  consumers: Consumer[]
  sealedData: SealedData[]
  signedData: SignedData[]
  print(line: string): void
}

/** `run` throws CommandError for an operator's mistake; a returned number is the exit code. */
type Command = {
  usage: string
  about: string
  run(context: DatabaseContext, words: string[]): Promise<number | void>
}
/** By the second word. For whoever has the database: they work without a running site, and without any person. */
export type DatabaseCommands = Record<string, Command>

export class CommandError extends Error {}

/** Whether a list is printed as JSON, in one line. */
export function isJson(flag: string | undefined): boolean {
  if (flag === undefined || flag === '--json') return flag !== undefined
  throw new CommandError(`Unknown option ${flag}: the only option is --json.`)
}

export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
