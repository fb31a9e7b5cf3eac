/** State machines as tables: every move that is allowed, where it leads and who may make it. A move that is not in the table throws. */
import type { Fact } from '../facts/fact.ts'

export type Mover = 'player' | 'operator' | 'partner' | 'system'
export type Move<State extends string> = {
  to: State
  by: readonly Mover[]
  /** The fact that the move is recorded as. */
  announces?: Fact
}

export class ImpossibleMove extends Error {
  override name = 'ImpossibleMove'
}

export type Machine<State extends string, Name extends string> = {
  name: string
  /** Whether the table has the move from there. */
  may(from: State, move: Name): boolean
  /** Where the move leads. Throws ImpossibleMove for one that the table lacks, or that is not the mover's. */
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
