import { expect, test } from 'vitest'
import { ImpossibleMove, machine, type Mover } from './machine.ts'

const door = machine<'open' | 'shut' | 'locked', 'closed' | 'opened' | 'locked'>('door', {
  open: { closed: { to: 'shut', by: ['player', 'system'] } },
  shut: { opened: { to: 'open', by: ['player'] }, locked: { to: 'locked', by: ['operator'] } },
  locked: {},
})
const movers: Mover[] = ['player', 'operator', 'partner', 'system']

// Shows: ASVS 2.3.1
test('every transition of the table succeeds for its actor, and every other one throws', () => {
  const allowed: string[] = []
  for (const from of ['open', 'shut', 'locked'] as const)
    for (const move of ['closed', 'opened', 'locked'] as const)
      for (const by of movers) {
        try {
          allowed.push(`${from} ${move} ${by} ${door.move(from, move, by).to}`)
        } catch (error) {
          expect(error).toBeInstanceOf(ImpossibleMove)
        }
      }
  expect(allowed).toEqual([
    'open closed player shut',
    'open closed system shut',
    'shut opened player open',
    'shut locked operator locked',
  ])
  expect([door.may('shut', 'locked'), door.may('locked', 'opened')]).toEqual([true, false])
})

test('an impossible transition names the attempt', () => {
  expect(() => door.move('locked', 'opened', 'player')).toThrow('a door that is locked cannot be opened')
  expect(() => door.move('shut', 'locked', 'player')).toThrow('a door is not locked by a player')
})
