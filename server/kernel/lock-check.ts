/**
 * Checks in tests and development that every transaction takes its locks in the order of the ladder (locks.ts): each
 * statement on a connection is read, and one that takes a lock before a held one throws, with the stacks of both. A
 * function that every lock goes through would not see plain `UPDATE`, which locks as well. Not counted are rows that are
 * skipped if another transaction has them, and rows that the transaction inserts, because neither is waited for.
 */
import type pg from 'pg'
import { countedRows, functionLocks, rungs } from './locks.ts'

class LockOrderError extends Error {
  override name = 'LockOrderError'
}

/** A lock that a statement takes, by the name of its table or of the lock. */
type Found = {
  name: string
  /** False for a row that the transaction inserts, and for one that it skips if another has it. */
  isWaitedFor: boolean
  isSkipped: boolean
  isShared: boolean
  isOfPost: boolean
  /** Index of the parameter that names the row, if the statement names one by its id; otherwise -1. */
  key: number
}
type Place = {
  /** Locks are taken in ascending order. */
  order: number
  /** The lock that protects this one; null if there is none. */
  main: string | null
  isSharedAnywhere: boolean
}
const runLocks = new Set<string>(rungs.flatMap((rung) => (['run', 'quest'].includes(rung.name) ? rung.locks : [])))
type Statement = { locks: Found[]; isOrdered: boolean }

const places = new Map<string, Place>()
for (const rung of rungs) {
  const isSharedAnywhere = 'isSharedAnywhere' in rung
  for (const name of rung.locks) places.set(name, { order: places.size, main: null, isSharedAnywhere })
  const [main] = rung.locks
  const { order } = places.get(main)!
  if ('parts' in rung)
    rung.parts.forEach((name, index) =>
      places.set(name, { order: order + (index + 1) / 100, main, isSharedAnywhere: false }),
    )
}

/** The locks that a statement takes, in the order of its text; `unknown` has those that are on no rung. */
export function locksOf(sql: string): { found: Found[]; unknown: string[] } {
  const text = sql.replaceAll('"', '').replaceAll(/\s+/g, ' ')
  const found: Found[] = []
  const unknown: string[] = []
  const add = (
    name: string,
    isWaitedFor: boolean,
    key = -1,
    { isSkipped = false, isShared = false, isOfPost = false } = {},
  ): void => {
    if (places.has(name)) found.push({ name, isWaitedFor, key, isSkipped, isShared, isOfPost })
    else unknown.push(name)
  }
  for (const [name, tables] of Object.entries(functionLocks))
    if (text.includes(`${name}(`))
      for (const table of tables) add(table, true, -1, { isOfPost: name === 'ledger.post' })
  for (const [, shared, name] of text.matchAll(
    /pg_advisory_xact_lock(_shared)?\(hashtextextended\('([a-z ]+?)(?:: )?'/g,
  ))
    add(name!, true, -1, { isShared: shared !== undefined })
  for (const match of text.matchAll(/\bfor (no key update|update|share)( of [a-z_]+)?( skip locked)?/gi)) {
    const { tables, key } = tablesOf(text, match.index, match[2]?.slice(4))
    const isSkipped = match[3] !== undefined
    for (const table of tables)
      add(table, !isSkipped, key, { isSkipped, isShared: match[1]!.toLowerCase() === 'share' })
  }
  for (const match of text.matchAll(/\b(?:update|delete from) (?:only )?([a-z_]+\.[a-z_]+)/gi))
    if (places.has(match[1]!)) add(match[1]!, true, keyOf(text))
  for (const match of text.matchAll(/\binsert into ([a-z_]+\.[a-z_]+)(.*? do update)?/gi))
    if (places.has(match[1]!)) add(match[1]!, match[2] !== undefined)
  return { found, unknown }
}

/** Tables of the query that a locking clause at this place ends, without those of its subqueries. */
function tablesOf(text: string, at: number, of: string | undefined): { tables: string[]; key: number } {
  let depth = 0
  let own = ''
  for (let index = at - 1; index >= 0 && depth <= 0; index--) {
    const letter = text[index]!
    if (letter === ')') depth--
    else if (letter === '(') depth++
    else if (depth === 0) own = letter + own
  }
  const from = /\bfrom (.*?)(?= where | order by |$)/i.exec(own)?.[1] ?? ''
  const sources = [...from.matchAll(/(?:^|\bjoin |, )([a-z_]+\.[a-z_]+)(?: as)?(?: ([a-z_]+))?/gi)]
  const locked =
    of === undefined ? sources : sources.filter(([, table, alias]) => [table!.split('.')[1], alias].includes(of))
  return { tables: locked.map(([, table]) => table!), key: keyOf(own) }
}

const keyOf = (text: string): number => {
  const named = /\bwhere (?:[a-z_]+\.)*(?:id|name) = \$(\d+)/i.exec(text)
  return named ? Number(named[1]) - 1 : -1
}

const statements = new Map<string, Statement>()
function read(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const { found, unknown } = locksOf(text)
  if (unknown.length > 0)
    throw new LockOrderError(`no rung of server/kernel/locks.ts has ${unknown.join(', ')}: ${text}`)
  const statement = {
    locks: found,
    isOrdered: /\border by\b/i.test(text),
  }
  if (statements.size < 5_000) statements.set(text, statement)
  return statement
}

/** Checks every statement of this connection. */
export function checkLocks(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  let transaction: Transaction | null = null
  client.query = ((...values: unknown[]): unknown => {
    const [asked] = values
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text
    if (typeof text !== 'string') return query(...values)
    if (begins.test(text)) transaction = new Transaction()
    else if (ends.test(text)) transaction = null
    else if (transaction && mayLock.test(text)) {
      const statement = read(text)
      if (statement.locks.length > 0) {
        const own = transaction
        own.take(statement, text, (values[1] ?? (asked as { values?: unknown[] }).values ?? []) as unknown[])
        const answer = query(...values)
        if (answer instanceof Promise)
          return answer.then((result: pg.QueryResult) => {
            own.taken(statement, text, result)
            return result
          })
        return answer
      }
    }
    return query(...values)
  }) as typeof client.query
}

const begins = /^\s*(?:begin|start transaction)\b/i
const ends = /^\s*(?:commit|rollback)\s*$/i
const mayLock = /\b(?:for|update|delete|into|pg_advisory_xact_lock)\b|\bledger\.post|\blimits\./i

/** The wallet's player is the first field of a movement; one between accounts of the house has none. */
const hasWallet = (movements: unknown): boolean => /(?<!\\)"\([0-9a-f]/.test(String(movements))

const firstOfPlayer = 'identity.players'

type Stack = { stack?: string }

class Transaction {
  /** Held locks by name, without those that another one protects. */
  readonly #held = new Map<string, Stack>()
  /** Tables in which the transaction inserted a row, for which nobody can wait. */
  readonly #inserted = new Set<string>()
  /** Ids of the locked rows of a table; null if not all of them are known. */
  readonly #ids = new Map<string, Set<unknown> | null>()

  take({ locks }: Statement, text: string, values: unknown[]): void {
    const stack: Stack = {}
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 50
    Error.captureStackTrace(stack, this.take)
    Error.stackTraceLimit = stackTraceLimit
    for (const found of locks) {
      if (found.isOfPost && !hasWallet(values[0])) continue
      const id = found.key < 0 ? undefined : values[found.key]
      const own = `consumer ${String(id)}`
      this.#takeOne(
        found.name === 'facts.consumers' && places.has(own) ? { ...found, name: own } : found,
        id,
        text,
        stack,
      )
    }
  }

  #takeOne({ name, isWaitedFor, isSkipped, isShared }: Found, id: unknown, text: string, stack: Stack): void {
    const { main, isSharedAnywhere } = places.get(name)!
    if (isSharedAnywhere && isShared) return
    if (main && this.#held.has(main)) {
      const after = countedRows.has(name) && !this.#held.has(name) && this.#heldRun()
      if (after) fail(`${name} is locked after ${after}: ${text}`)
      return
    }
    if (isWaitedFor && !this.#held.has(name) && !this.#inserted.has(name)) this.#checkOrder(name, stack, text)
    if (isWaitedFor) this.#checkIds(name, id, text)
    if (!this.#held.has(name) && (isWaitedFor || isSkipped)) this.#held.set(name, stack)
    const ids = this.#ids.get(name)
    if (id === undefined) this.#ids.set(name, null)
    else if (ids) ids.add(id)
    else if (ids === undefined) this.#ids.set(name, new Set([id]))
  }

  #checkOrder(name: string, stack: Stack, text: string): void {
    const place = places.get(name)!
    for (const [held, since] of this.#held) {
      const { order, main } = places.get(held)!
      const stacks = { [`${held} was locked`]: since, [`${name} is locked`]: stack }
      if (order > place.order)
        fail(`${name} is locked after ${held}, which is below it in server/kernel/locks.ts: ${text}`, stacks)
      else if (main && main !== place.main && !(countedRows.has(held) && runLocks.has(name)))
        fail(`${held} is locked without ${main}, and then ${name}: ${text}`, stacks)
    }
  }

  /** A tournament or quest that it has locked. */
  #heldRun(): string | undefined {
    return [...this.#held.keys()].find((held) => runLocks.has(held))
  }

  #checkIds(name: string, id: unknown, text: string): void {
    const ids = this.#ids.get(name)
    // A transaction that has locked the player is the only one that locks the player's other rows.
    if (!ids || id === undefined || ids.has(id) || (name !== firstOfPlayer && this.#held.has(firstOfPlayer))) return
    for (const other of ids)
      if (typeof other === typeof id && (other as string) > (id as string))
        fail(`${name} ${String(id)} is locked after ${String(other)}, against the order of ids: ${text}`)
  }

  /** Called with the result of a statement. */
  taken({ locks, isOrdered }: Statement, text: string, { command, rowCount }: pg.QueryResult): void {
    const [first] = locks
    if (command === 'INSERT' && rowCount) this.#inserted.add(first!.name)
    if (command === 'SELECT' && (rowCount ?? 0) > 1 && !isOrdered && first!.isWaitedFor)
      fail(`several rows of ${first!.name} are locked in no order: ${text}`)
  }
}

function fail(problem: string, stacks: Record<string, Stack> = {}): never {
  const frames = ({ stack = '' }: Stack): string =>
    stack
      .split('\n')
      .filter((line) => line.includes(' at ') && !line.includes('node_modules'))
      .join('\n')
  throw new LockOrderError(
    [problem, ...Object.entries(stacks).map(([what, stack]) => `${what}:\n${frames(stack)}`)].join('\n'),
  )
}
