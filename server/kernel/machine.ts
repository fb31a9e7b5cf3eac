/**
 * State machines as tables: every allowed transition, its target state and who may make it. Any other transition
 * throws.
 */
import type { Fact } from './facts/fact.ts'

export type Mover = 'player' | 'operator' | 'partner' | 'system'
export type Move<State extends string> = {
  to: State
  by: readonly Mover[]
  /** The fact that records the transition. */
  announces?: Fact
}

export class ImpossibleMove extends Error {
  override name = 'ImpossibleMove'
}

export type Machine<State extends string, Name extends string> = {
  name: string
  /** True if the table has the transition from this state. */
  may(from: State, move: Name): boolean
  /** The target state. Throws ImpossibleMove if the table does not have the transition, or not for this actor. */
  move(from: State, move: Name, by: Mover): Move<State>
  table: Readonly<Record<State, Readonly<Partial<Record<Name, Move<State>>>>>>
}

export function machine<State extends string, Name extends string>(
  name: string,
  table: Record<State, Partial<Record<Name, Move<NoInfer<State>>>>>,
): Machine<State, Name> {
  return {
    name,
    table,
    may: (from, move) => table[from][move] !== undefined,
    move(from, move, by) {
      const found = table[from][move]
      if (!found) throw new ImpossibleMove(`a ${name} that is ${from} cannot be ${move}`)
      if (!found.by.includes(by)) throw new ImpossibleMove(`a ${name} is not ${move} by a ${by}`)
      return found
    },
  }
}
