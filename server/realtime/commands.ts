/** Executes the commands of the protocol. */
import { refuseChannel } from './channel.ts'
import { disconnects, errors } from './codes.ts'
import type { Connection, Identity } from './connection.ts'
import { subscribeReply, type Hub } from './hub.ts'
import type { RealtimeLimits } from './options.ts'
import { errorReply, resultReply, type Command } from './wire.ts'

export type TokenCheck = (token: string) => Promise<Identity | 'expired' | null>

export type CommandDeps = {
  limits: RealtimeLimits
  hub: Hub
  now(): number
  verifyToken: TokenCheck
  /** True for a session that was closed while its token was being checked. */
  isSessionClosed(sessionId: string): boolean
  opened(connection: Connection): void
  refreshed(connection: Connection, identity: Identity): void
  failed(error: unknown): void
}

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

/** Executes one command. Every connection begins with `connect`. */
export function execute(
  deps: CommandDeps,
  connection: Connection,
  command: Exclude<Command, { kind: 'refused' | 'ignored' }>,
): Promise<void> | void {
  if (command.kind === 'pong') return void (connection.pongUntil = 0)
  if (command.kind === 'connect') return connect(deps, connection, command)
  if (connection.phase !== 'open') return connection.close(disconnects.badRequest)
  if (command.kind === 'subscribe') return subscribe(deps, connection, command)
  if (command.kind === 'unsubscribe') return unsubscribe(deps, connection, command)
  return refresh(deps, connection, command)
}

function connect(deps: CommandDeps, connection: Connection, command: Of<'connect'>): Promise<void> | void {
  if (connection.phase !== 'new') return connection.close(disconnects.badRequest)
  if (command.token !== '') return connectPlayer(deps, connection, command)
  open(deps, connection, command.id, null)
}

async function connectPlayer(deps: CommandDeps, connection: Connection, command: Of<'connect'>): Promise<void> {
  connection.phase = 'checking'
  const checked = await check(deps, command.token)
  if (hasEnded(connection)) return
  connection.phase = 'new'
  if (checked === 'unknown') return connection.reply(errorReply(command.id, errors.internal))
  if (checked === 'expired') return connection.reply(errorReply(command.id, errors.tokenExpired))
  if (checked === null) return connection.close(disconnects.invalidToken)
  open(deps, connection, command.id, checked)
}

function open(deps: CommandDeps, connection: Connection, id: number, identity: Identity | null): void {
  connection.phase = 'open'
  connection.identity = identity
  deps.opened(connection)
  const ping = deps.limits.pingEveryMs / 1000
  const expiry = identity ? { expires: true, ttl: ttlSeconds(deps, identity) } : {}
  connection.reply(resultReply(id, 'connect', { client: connection.id, version: '1', ping, pong: true, ...expiry }))
}

/**
 * An expired token closes the connection so that the client reconnects with a new one: an error reply here would end
 * it permanently.
 */
async function refresh(deps: CommandDeps, connection: Connection, command: Of<'refresh'>): Promise<void> {
  const current = connection.identity
  if (!current) return connection.reply(errorReply(command.id, errors.badRequest))
  const checked = await check(deps, command.token)
  if (hasEnded(connection)) return
  if (checked === 'unknown') return connection.reply(errorReply(command.id, errors.internal))
  if (checked === 'expired') return connection.close(disconnects.expired)
  if (checked === null || checked.playerId !== current.playerId) return connection.close(disconnects.invalidToken)
  deps.refreshed(connection, checked)
  connection.reply(resultReply(command.id, 'refresh', { expires: true, ttl: ttlSeconds(deps, checked) }))
}

function subscribe(deps: CommandDeps, connection: Connection, command: Of<'subscribe'>): void {
  const { id, channel } = command
  const error =
    refuseChannel(channel, connection.identity?.playerId ?? null) ??
    (positionOf(deps, connection, channel) === -1 ? null : errors.alreadySubscribed) ??
    (connection.channels.length >= deps.limits.maxChannels ? errors.limitExceeded : null)
  if (error) return connection.reply(errorReply(id, error))
  const subscribed = deps.hub.subscribe(channel, connection)
  connection.channels.push(subscribed)
  connection.reply(subscribeReply(id, subscribed, command.from))
}

function unsubscribe(deps: CommandDeps, connection: Connection, command: Of<'unsubscribe'>): void {
  const at = positionOf(deps, connection, command.channel)
  if (at !== -1) deps.hub.unsubscribe(connection.channels.splice(at, 1)[0]!, connection)
  connection.reply(resultReply(command.id, 'unsubscribe', {}))
}

/** The position among the connection's subscriptions; -1 if it is not subscribed to the channel. */
function positionOf({ hub }: CommandDeps, connection: Connection, name: string): number {
  const channel = hub.find(name)
  return channel ? connection.channels.indexOf(channel) : -1
}

/** 'unknown' if the check itself failed: the token may be valid, so the client is asked to retry. */
async function check(deps: CommandDeps, token: string): Promise<Identity | 'expired' | 'unknown' | null> {
  try {
    const checked = await deps.verifyToken(token)
    if (checked === null || checked === 'expired') return checked
    if (checked.expiresAt.getTime() <= deps.now()) return 'expired'
    return deps.isSessionClosed(checked.sessionId) ? null : checked
  } catch (error) {
    deps.failed(error)
    return 'unknown'
  }
}

function ttlSeconds(deps: CommandDeps, identity: Identity): number {
  return Math.max(1, Math.ceil((identity.expiresAt.getTime() - deps.now()) / 1000))
}

/** A function of its own, because TypeScript would assume that the phase is the same after an await. */
function hasEnded(connection: Connection): boolean {
  return connection.phase === 'closed'
}
