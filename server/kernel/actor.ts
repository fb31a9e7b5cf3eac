/**
 * Who performs an action. Every verb that changes something receives its actor explicitly. The ledger has actor strings
 * of its own, which never change: idempotency is per actor and key, so another string could post a movement again.
 */
export type PlayerActor = { kind: 'player'; id: string; sessionId: string }
/** `scopes` are what the desk's endpoints require. */
export type OperatorActor = { kind: 'operator'; id: string; name: string; scopes: string[] }
export type PartnerActor = { kind: 'partner'; name: string }
export type SystemActor = { kind: 'system'; job: string }
export type Actor = PlayerActor | OperatorActor | PartnerActor | SystemActor

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
