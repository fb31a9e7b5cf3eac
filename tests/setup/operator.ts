/** An operator for tests. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { OperatorActor } from '#server/kernel/actor.ts'
import type { DeskCtx } from '#server/kernel/http/desk-session.ts'

export const operator: OperatorActor = { kind: 'operator', id: randomUUID(), name: 'olga', scopes: [] }

/** For verbs of the desk that read neither the session nor the routes. */
export const deskCtx = (deps: Deps): DeskCtx => ({ ...deps, actor: operator }) as unknown as DeskCtx
