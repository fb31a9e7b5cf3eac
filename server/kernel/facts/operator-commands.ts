/** Operator commands for consumers: positions, stopped consumers, replay from the start. */
import { type DatabaseCommands, type DatabaseContext, CommandError, isJson, jsonOf } from '../operator-commands.ts'
import { versionOf } from './consumer.ts'
import {
  listConsumers,
  listSkipped,
  readEntry,
  removeConsumer,
  replayConsumer,
  skipEntry,
  takeConsumer,
} from './administer.ts'

export const consumerCommands: DatabaseCommands = {
  list: {
    usage: 'list [--json]',
    about: 'Lists consumers with lag and position of any failure; exit code 1 if one is stopped',
    run: (context, [flag]) => list(context, isJson(flag)),
  },
  show: {
    usage: 'show <consumer>',
    about: 'Shows a consumer, the fact or movement at which it is stopped, and skipped entries',
    run: (context, [name]) => show(context, name),
  },
  skip: {
    usage: 'skip <consumer> <id> <reason …>',
    about: 'Skips the fact or movement at which the consumer is stopped',
    run: (context, [name, id, ...reason]) => skip(context, name, id, reason.join(' ')),
  },
  replay: {
    usage: 'replay <consumer> [--partial]',
    about: "Deletes the consumer's output and restarts it at the first fact; --partial if old facts were pruned",
    run: (context, [name, flag]) => replay(context, name, flag),
  },
  take: {
    usage: 'take <consumer> <reason …>',
    about: 'Lets this version run a consumer that a newer one has run, after going back from that one for good',
    run: (context, [name, ...reason]) => take(context, name, reason.join(' ')),
  },
  remove: {
    usage: 'remove <consumer>',
    about: 'Removes a consumer that no deployed version contains',
    run: (context, [name]) => remove(context, name),
  },
}

const refusals = {
  consumerNotFound: 'No such consumer: see consumers list.',
  notStoppedThere: 'The consumer is not stopped at this id: see consumers show.',
  reasonMissing: 'Enter a reason: it is recorded.',
  notNewer: 'The consumer is not left to a newer version: see consumers list.',
  notReplayable: 'The consumer cannot be replayed: its effects are outside the database.',
  factsPruned:
    'The oldest facts were pruned, so a replay would be incomplete. Use --partial to replay the remaining ones.',
}

async function list({ db, consumers, print }: DatabaseContext, asJson: boolean): Promise<number> {
  const states = await listConsumers(db)
  if (asJson) {
    print(jsonOf({ consumers: states }))
    return states.some(({ stopped }) => stopped) ? 1 : 0
  }
  for (const { name, version, sources, stopped } of states) {
    const lags = sources.map(
      ({ source, lag, lagSeconds }) => `${source}: ${lag} ids, ${Math.round(lagSeconds)} s behind`,
    )
    const own = consumers.find((each) => each.name === name)
    const running = !own ? 'not in this version' : version > versionOf(own) ? 'left to a newer version' : 'running'
    const state = stopped ? `STOPPED at ${stopped.source} ${stopped.id}` : running
    print([name.padEnd(24), state.padEnd(28), ...lags].join('  '))
  }
  return states.some(({ stopped }) => stopped) ? 1 : 0
}

async function show({ db, print }: DatabaseContext, name = ''): Promise<void> {
  const state = (await listConsumers(db)).find((each) => each.name === name)
  if (!state) throw new CommandError(refusals.consumerNotFound)
  for (const { source, passed, lag, lagSeconds } of state.sources)
    print(`${source}: passed ${passed}, ${lag} ids and ${Math.round(lagSeconds)} s behind`)
  if (state.stopped) {
    const { source, id, failure, failures, since } = state.stopped
    print(`stopped at ${source} ${id} after ${failures} attempts, last ${since.toISOString()}: ${failure}`)
    for (const [column, value] of Object.entries((await readEntry(db, source, id)) ?? {}))
      print(`  ${column.padEnd(20)} ${text(value)}`)
  }
  for (const { source, id, reason, failure, at, actor } of await listSkipped(db, name))
    print(`skipped ${source} ${id} at ${at.toISOString()} by ${actor ?? 'an operator'}: ${reason} (${failure})`)
}

async function skip(context: DatabaseContext, name = '', id = '', reason = ''): Promise<void> {
  if (!/^\d{1,18}$/.test(id))
    throw new CommandError('Enter the id at which the consumer is stopped: see consumers show.')
  const skipped = await skipEntry(context, { name, id: BigInt(id), reason })
  if (!skipped.ok) throw new CommandError(refusals[skipped.refusal])
  context.print(`${name} continues after ${skipped.value.source} ${id}.`)
}

async function replay(context: DatabaseContext, name = '', flag?: string): Promise<void> {
  const consumer = context.consumers.find((each) => each.name === name)
  if (!consumer) throw new CommandError(refusals.consumerNotFound)
  if (flag !== undefined && flag !== '--partial')
    throw new CommandError(`Unknown option ${flag}: the only option is --partial.`)
  const replayed = await replayConsumer(context, consumer, { isPartial: flag === '--partial' })
  if (!replayed.ok) throw new CommandError(refusals[replayed.refusal])
  context.print(`${name} restarts: see consumers list for its progress.`)
}

async function take(context: DatabaseContext, name = '', reason = ''): Promise<void> {
  const own = context.consumers.find((each) => each.name === name)
  if (!own) throw new CommandError(refusals.consumerNotFound)
  const taken = await takeConsumer(context, own, reason)
  if (!taken.ok) throw new CommandError(refusals[taken.refusal])
  context.print(`${name} continues in processes of this version.`)
}

async function remove(context: DatabaseContext, name = ''): Promise<void> {
  if (context.consumers.some((each) => each.name === name))
    throw new CommandError(
      'This version contains the consumer, so it would restart at the first fact. Replay it instead.',
    )
  const removed = await removeConsumer(context, name)
  if (!removed.ok) throw new CommandError(refusals[removed.refusal])
  context.print(`${name} has been removed.`)
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')
}
