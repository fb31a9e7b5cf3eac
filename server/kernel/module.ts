/**
 * A module's declaration. `server/modules.ts` lists the modules in order; routes, jobs, consumers, invariants,
 * personal data, metrics and commands of the whole server are derived from that list.
 */
import type { Deps } from '../deps.ts'
import type { Consumer } from './facts/consumer.ts'
import type { Tables } from './db/tables.ts'
import type { BoundRoute } from './http/bind.ts'
import type { Job } from './jobs/scheduler.ts'
import type { Invariant } from '../ledger/index.ts'
import type { AnyDefinitionKind } from './definition-kind.ts'
import type { DatabaseCommands } from './operator-commands.ts'
import type { PlayerLifecycle } from './player-lifecycle.ts'
import type { SealedData, SignedData } from './sealed-data.ts'
import type { Queue } from './queues.ts'
import type { DeskSearch } from './desk-search.ts'
import type { Standing } from './standing.ts'
import type { TimelineSource } from './timeline.ts'

export type Module = {
  /** Unique; the name of its folder. */
  name: string
  /** The tables that it owns: no other module's code names them. */
  tables?: Array<keyof Tables>
  routes?: BoundRoute[]
  /** Of the desk, where operators work. */
  deskRoutes?: BoundRoute[]
  /** What the search of the desk finds in its tables. */
  deskSearch?: DeskSearch
  /** What of it concerns a player now, for the top of the player's page at the desk. */
  standing?: Standing
  /** Its rows in the timeline of a player at the desk. */
  timeline?: TimelineSource[]
  /** Recurring jobs. */
  jobs?: (deps: Deps) => Job[]
  /** Consumers of facts and movements. */
  consumers?: Consumer[]
  /** Conditions that its tables and the ledger always meet. */
  invariants?: Invariant[]
  /** Its data about a player, and what prevents the closure of an account. */
  lifecycle?: PlayerLifecycle
  /** Its data that are encrypted with keys of SECRET. */
  sealedData?: SealedData[]
  /** Its data that are signed with keys of SECRET for longer than minutes. */
  signedData?: SignedData[]
  /** Kinds of versioned definitions, seeded at start. */
  definitions?: AnyDefinitionKind[]
  /** Its work that waits for a person. */
  queues?: Queue[]
  /** Registers gauges that are read when metrics are scraped. */
  metrics?: (deps: Deps) => void
  /** By the first word of the command line. */
  databaseCommands?: Record<string, DatabaseCommands>
}

export function defineModule(module: Module): Module {
  return module
}
