/**
 * What a module declares of itself. `server/modules.ts` lists the modules in order; routes, jobs, consumers, invariants, personal
 * data, metrics and operators' commands of the whole server follow from that list.
 */
import type { Deps } from '../deps.ts'
import type { Consumer } from '../facts/consumer.ts'
import type { Tables } from '../db/tables.ts'
import type { BoundRoute } from '../http/bind.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Invariant } from '../ledger/invariants.ts'
import type { OperatorCommands } from './operator-commands.ts'
import type { PlayerRecords } from './player-records.ts'

export type Module = {
  /** The name of its folder. */
  name: string
  /** The modules whose code it calls. The architecture test refuses an import of any other. */
  after?: string[]
  /** The tables that are its own: no other module's code names them. */
  tables?: Array<keyof Tables>
  routes?: BoundRoute[]
  /** Repeated work beside the requests. */
  jobs?: (deps: Deps) => Job[]
  /** Readers of facts and movements. */
  consumers?: Consumer[]
  /** What must always be true of its tables and the ledger. */
  invariants?: Invariant[]
  /** What it stores of a player, and what keeps an account open. */
  personalData?: PlayerRecords
  /** Registers gauges that are read when metrics are scraped. */
  metrics?: (deps: Deps) => void
  /** By the first word of the command line. */
  operatorCommands?: Record<string, OperatorCommands>
}

export function defineModule(module: Module): Module {
  return module
}
