/** Operator commands: each module declares its own in module.ts; scripts/operator.ts runs them. */
import type { Deps, LedgerDeps } from '../deps.ts'
import type { Consumer } from './facts/consumer.ts'
import type { Invariant } from '../ledger/index.ts'
import type { OperatorActor } from './actor.ts'
import type { PlayerLifecycle } from './player-lifecycle.ts'
import type { SealedData, SignedData } from './sealed-data.ts'
import type { FileStore } from '../partners/storage/port.ts'

export type OperatorContext = LedgerDeps & {
  storage: FileStore
  /** The operator whose key was used. */
  actor: OperatorActor
  /** The first words of all commands. */
  permissions: string[]
  /** The invariants of all modules. */
  invariants: Invariant[]
  consumers: Consumer[]
  lifecycles: PlayerLifecycle[]
  sealedData: SealedData[]
  signedData: SignedData[]
  partners: Pick<Deps['partners'], 'payments' | 'gameStudios'>
  print(line: string): void
}
/** `run` throws CommandError for an operator's mistake; a returned number is the exit code. */
export type OperatorCommand = {
  usage: string
  about: string
  run(context: OperatorContext, words: string[]): Promise<number | void>
}
/** Name -> command. */
export type OperatorCommands = Record<string, OperatorCommand>

export class CommandError extends Error {}
