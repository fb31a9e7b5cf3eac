/** Access rules of channels; the full string, user ids included, is the channel's key. */
import { playerChannels, publicChannels } from '#contract/channels.ts'
import { errors, type WireError } from './codes.ts'

const maxChannelLength = 255
const onlyPlayers = new Set<string>(playerChannels)
const anyone = new Set<string>(publicChannels)
/** Each publication replaces the previous one, so there is nothing to recover. */
const withoutHistory = new Set<string>(['global:online', 'global:wins'])

/** Null if the subscription is allowed. */
export function refuseChannel(channel: string, playerId: string | null): WireError | null {
  if (channel.length > maxChannelLength || !/^[\x21-\x7e]+$/.test(channel)) return errors.badRequest
  const hash = channel.indexOf('#')
  const name = hash === -1 ? channel : channel.slice(0, hash)
  if (anyone.has(name)) return hash === -1 ? null : errors.permissionDenied
  if (!onlyPlayers.has(name)) return errors.unknownChannel
  // A guest has no id: without this check an empty id would match an empty list.
  if (playerId === null || hash === -1) return errors.permissionDenied
  return channel
    .slice(hash + 1)
    .split(',')
    .includes(playerId)
    ? null
    : errors.permissionDenied
}

export function hasHistory(channel: string): boolean {
  return !withoutHistory.has(channel)
}
