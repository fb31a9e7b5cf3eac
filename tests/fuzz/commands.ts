/** The commands of a sequence: calls of operations, valid or mutated, and events between them. */
import * as fc from 'fast-check'
import { finishPayouts, type Life, Unreachable } from './life.ts'
import { type Mutation, anything, mutated, mutation } from './mutations.ts'
import { type Operation, operations } from './operations.ts'
import { signatureOf } from './signatures.ts'
import { endpointOf, Fault, type FuzzSite, operationNames, type Request } from './site.ts'

type Command = fc.AsyncCommand<Life, FuzzSite>
const valid: Mutation = { kind: 'none' }

class Call implements Command {
  readonly name: string
  private readonly seed: number
  private readonly change: Mutation
  /** The call must succeed, with a new person if this one cannot. */
  private readonly isRequired: boolean
  constructor(name: string, seed: number, change: Mutation, isRequired = false) {
    this.name = name
    this.seed = seed
    this.change = change
    this.isRequired = isRequired
  }
  check = () => true

  async run(life: Life): Promise<void> {
    const reason = await this.attempt(life)
    if (!this.isRequired || reason === null) return
    life.renew()
    const secondReason = await this.attempt(life)
    if (secondReason !== null)
      throw new Fault(`${this.name} did not succeed: ${reason}; with a new person: ${secondReason}`)
  }

  /** Returns null for a success, otherwise the reason for the failure. */
  private async attempt(life: Life): Promise<string | null> {
    const operation = operations[this.name]!
    let draws = this.seed
    const pick = <T>(list: readonly T[]): T => {
      const chosen = list[draws % list.length]!
      draws = (Math.imul(draws, 48_271) >>> 0) % 2_147_483_647
      return chosen
    }
    try {
      const request = await operation.prepare(life, this.isRequired ? (list) => list[0]! : pick)
      return await this.send(life, operation, request)
    } catch (error) {
      if (error instanceof Unreachable) return error.message
      throw error
    }
  }

  private async send(life: Life, operation: Operation, prepared: Request): Promise<string | null> {
    const { site } = life
    const { kind } = this.change
    const another = life.others.findLast(({ token }) => token)?.token ?? null
    const request = mutated(prepared, this.change, another)
    const headers = { ...request.headers, ...(kind === 'unsigned' ? {} : signatureOf(site.deps, this.name, request)) }
    const ask = (isAlone = true) => site.ask(this.name, { ...request, headers }, { isAlone })
    const answers = kind === 'atOnce' ? await Promise.all([ask(false), ask(false)]) : [await ask()]
    const success = answers.find(({ status }) => status < 400)
    if (success) operation.learn?.(life, success, request)
    if (kind === 'twice') await ask()
    return success ? null : JSON.stringify(answers[0]!.body.error)
  }

  toString() {
    return `${this.name}(${this.seed}${this.change.kind === 'none' ? '' : `, ${JSON.stringify(this.change)}`})`
  }
}

class Act implements Command {
  private readonly label: string
  private readonly act: (life: Life) => Promise<unknown>
  constructor(label: string, act: (life: Life) => Promise<unknown>) {
    this.label = label
    this.act = act
  }
  check = () => true
  async run(life: Life): Promise<void> {
    try {
      await this.act(life)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }
  toString() {
    return this.label
  }
}

const minute = 60_000
const acts: Array<fc.Arbitrary<Command>> = [
  fc.constant(new Act('a new person comes', async (life) => life.renew())),
  fc.constant(new Act('background work', ({ site }) => site.work())),
  fc.constant(new Act('the partner pays out', finishPayouts)),
  fc
    .constantFrom(1, 31, 24 * 60 + 1, 8 * 24 * 60)
    .map((minutes) => new Act(`${minutes} min pass`, async ({ site }) => site.app.moveClock(minutes * minute))),
  fc
    .tuple(fc.constantFrom('dice', 'ember-forge', 'lantern-harbor'), fc.constantFrom(20, 100))
    .map(([game, stake]) => new Act(`plays ${game} for ${stake}`, (life) => life.play(game, { stake }))),
  fc
    .record({ stake: anything, choice: anything, playId: fc.option(anything) })
    .map((wish) => new Act(`plays dice with ${JSON.stringify(wish)}`, (life) => life.play('dice', wish))),
]

/** Gives calls that change something a higher weight. */
const weightOf = (name: string): number => (endpointOf(name).method === 'GET' ? 1 : 3)
const calls = operationNames
  .filter((name) => operations[name])
  .flatMap((name) => {
    const call = fc.tuple(fc.nat(), mutation).map(([seed, change]) => new Call(name, seed, change))
    return Array.from({ length: weightOf(name) }, () => call)
  })

export const anyCommand: Array<fc.Arbitrary<Command>> = [
  ...calls,
  ...acts.flatMap((act) => Array(3).fill(act) as never[]),
]

/**
 * Sends operations that change something at once, by one player who can execute each of them alone, together with
 * `beside`. Returns false if one cannot be executed.
 */
export async function sendAtOnce(
  life: Life,
  names: readonly string[],
  beside?: () => Promise<unknown>,
): Promise<boolean> {
  const { site } = life
  const requests: Array<[string, Request]> = []
  try {
    await life.deposit(20_000)
    for (const name of names) {
      const request = await operations[name]!.prepare(life, ([first]) => first!)
      requests.push([name, { ...request, headers: { ...request.headers, ...signatureOf(site.deps, name, request) } }])
    }
  } catch (error) {
    if (error instanceof Unreachable) return false
    throw error
  }
  await Promise.all([...requests.map(([name, request]) => site.ask(name, request, { isAlone: false })), beside?.()])
  return true
}
export const changingOperations = operationNames.filter((name) => operations[name] && endpointOf(name).method !== 'GET')

/** Every operation once, in any order, each repeated until it succeeds. */
export const everyOperation: fc.Arbitrary<Command[]> = fc
  .shuffledSubarray(
    operationNames.filter((name) => operations[name]),
    { minLength: operationNames.filter((name) => operations[name]).length },
  )
  .map((names) => names.map((name) => new Call(name, 0, valid, true)))
