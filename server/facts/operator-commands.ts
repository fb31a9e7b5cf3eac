/** Consumers in an operator's hands: how far each is, where one is stopped, a replay from the start. */
import { type OperatorCommands, type OperatorContext, CommandError } from '../platform/operator-commands.ts'
import { listConsumers, listSkipped, readEntry, removeConsumer, replayConsumer, skipEntry } from './administer.ts'

export const consumerCommands: OperatorCommands = {
  list: {
    usage: 'list',
    about: 'Every consumer, its lag, and where one is stopped; exit code 1 where one is',
    run: list,
  },
  show: {
    usage: 'show <consumer>',
    about: 'One, with the fact or movement at which it is stopped and what was skipped',
    run: (context, [name]) => show(context, name),
  },
  skip: {
    usage: 'skip <consumer> <id> <reason>',
    about: 'Passes over the fact or movement at which it is stopped',
    run: (context, [name, id, ...reason]) => skip(context, name, id, reason.join(' ')),
  },
  replay: {
    usage: 'replay <consumer> [--partial]',
    about: 'Empties what it wrote and lets it begin again at the first fact; --partial where old facts were pruned',
    run: (context, [name, flag]) => replay(context, name, flag),
  },
  remove: {
    usage: 'remove <consumer>',
    about: 'Forgets one that no version in use has any more',
    run: (context, [name]) => remove(context, name),
  },
}

const refusals = {
  consumerNotFound: 'There is no such consumer: consumers list shows them.',
  notStoppedThere: 'It is not stopped there: consumers show says where.',
  reasonMissing: 'Give a reason: it is recorded.',
  notReplayable: 'It cannot be replayed: what it did left the database.',
  factsPruned:
    'Facts from its beginning were pruned, so a replay would come to less. Use --partial to replay what is left.',
}

async function list({ db, consumers, say }: OperatorContext): Promise<number> {
  const states = await listConsumers(db)
  for (const { name, sources, stopped } of states) {
    const lags = sources.map(
      ({ source, lag, lagSeconds }) => `${source}: ${lag} ids, ${Math.round(lagSeconds)} s behind`,
    )
    const isKnown = consumers.some((each) => each.name === name)
    const state = stopped ? `STOPPED at ${stopped.source} ${stopped.id}` : isKnown ? 'running' : 'not in this version'
    say([name.padEnd(24), state.padEnd(28), ...lags].join('  '))
  }
  return states.some(({ stopped }) => stopped) ? 1 : 0
}

async function show({ db, say }: OperatorContext, name = ''): Promise<void> {
  const state = (await listConsumers(db)).find((each) => each.name === name)
  if (!state) throw new CommandError(refusals.consumerNotFound)
  for (const { source, passed, lag, lagSeconds } of state.sources)
    say(`${source}: passed ${passed}, ${lag} ids and ${Math.round(lagSeconds)} s behind`)
  if (state.stopped) {
    const { source, id, failure, failures, since } = state.stopped
    say(`stopped at ${source} ${id} after ${failures} attempts, last ${since.toISOString()}: ${failure}`)
    for (const [column, value] of Object.entries((await readEntry(db, source, id)) ?? {}))
      say(`  ${column.padEnd(20)} ${text(value)}`)
  }
  for (const { source, id, reason, failure, at } of await listSkipped(db, name))
    say(`skipped ${source} ${id} at ${at.toISOString()}: ${reason} (${failure})`)
}

async function skip({ db, clock, say }: OperatorContext, name = '', id = '', reason = ''): Promise<void> {
  if (!/^\d{1,18}$/.test(id)) throw new CommandError('Name the id at which it is stopped, as consumers show has it.')
  const skipped = await skipEntry(db, { name, id: BigInt(id), reason, now: clock.now() })
  if (!skipped.ok) throw new CommandError(refusals[skipped.refusal])
  say(`${name} goes on after ${skipped.value.source} ${id}.`)
}

async function replay({ db, consumers, say }: OperatorContext, name = '', flag?: string): Promise<void> {
  const consumer = consumers.find((each) => each.name === name)
  if (!consumer) throw new CommandError(refusals.consumerNotFound)
  if (flag !== undefined && flag !== '--partial') throw new CommandError(`Unknown option ${flag}: only --partial is.`)
  const replayed = await replayConsumer(db, consumer, { isPartial: flag === '--partial' })
  if (!replayed.ok) throw new CommandError(refusals[replayed.refusal])
  say(`${name} begins again: consumers list shows how far it is.`)
}

async function remove({ db, consumers, say }: OperatorContext, name = ''): Promise<void> {
  if (consumers.some((each) => each.name === name))
    throw new CommandError('This version has it: it would begin again at the first fact. Replay it instead.')
  const removed = await removeConsumer(db, name)
  if (!removed.ok) throw new CommandError(refusals[removed.refusal])
  say(`${name} is removed.`)
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')
}
