/** `npm run operator -- shared-rounds …`: the chains of hashes that decide shared rounds. */
import { randomBytes } from 'node:crypto'
import { type SharedGame, sharedGames } from '#contract/shared-rounds.ts'
import { CommandError, type DatabaseCommands } from '../../kernel/operator-commands.ts'
import { fullLength, publishChain } from './chains.ts'

const refusals = {
  lengthInvalid: `The length is a number of rounds from 1 to ${fullLength}.`,
  eventMissing: 'Name the event that will fix the salt, such as the hash of a Bitcoin block that is not mined yet.',
}

function gameOf(word: string | undefined): SharedGame {
  const game = sharedGames.find((slug) => slug === word)
  if (!game) throw new CommandError(`Unknown game: choose from ${sharedGames.join(', ')}.`)
  return game
}

export const sharedRoundCommands: DatabaseCommands = {
  publish: {
    usage: 'publish <game> <rounds> <event …>',
    about: `Makes a chain of hashes, ${fullLength} for production, and publishes its last one with the event that will fix its salt`,
    async run(context, [game, rounds, ...event]) {
      const published = await publishChain({ ...context, randomBytes }, gameOf(game), {
        length: Number(rounds),
        event: event.join(' '),
      })
      if (!published.ok) throw new CommandError(refusals[published.refusal])
      context.print(`Published: ${published.value.lastHash}. Enter the salt after the event.`)
    },
  },
}
