/** Who performs an action. Every verb that changes something receives its actor explicitly. */
export type PlayerActor = { kind: 'player'; id: string; sessionId: string }
/** `permissions` are subjects of the command line, `*` all of them; `scopes` are what the desk's endpoints require. */
export type OperatorActor = { kind: 'operator'; id: string; name: string; permissions: string[]; scopes: string[] }
export type PartnerActor = { kind: 'partner'; name: string }
export type SystemActor = { kind: 'system'; job: string }
export type Actor = PlayerActor | OperatorActor | PartnerActor | SystemActor

export function mayDo({ permissions }: Pick<OperatorActor, 'permissions'>, permission: string): boolean {
  return permissions.includes('*') || permissions.includes(permission)
}

/** How the audit log names an actor. */
export function nameOfActor(actor: Actor): string {
  switch (actor.kind) {
    case 'player':
      return `player:${actor.id}`
    case 'operator':
      return `operator:${actor.name}`
    case 'partner':
      return `partner:${actor.name}`
    case 'system':
      return `system:${actor.job}`
  }
}
