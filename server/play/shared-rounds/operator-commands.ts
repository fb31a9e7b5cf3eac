/** `npm run operator -- shared-rounds …`: the chains of hashes that decide shared rounds, and their salts. */
import { randomBytes } from 'node:crypto'
import { type SharedGame, sharedGames } from '#contract/shared-rounds.ts'
import { CommandError, type OperatorCommands } from '../../kernel/operator-commands.ts'
import { enterSalt, fullLength, publishChain, readChains } from './chains.ts'

const refusals = {
  lengthInvalid: `The length is a number of rounds from 1 to ${fullLength}.`,
  eventMissing: 'Name the event that will fix the salt, such as the hash of a Bitcoin block that is not mined yet.',
  saltInvalid: 'The salt has 16 to 256 printable characters without spaces.',
  sourceMissing: 'State where the salt comes from, so that anyone can look it up.',
  noChain: 'No chain waits for a salt: publish one first.',
}

function gameOf(word: string | undefined): SharedGame {
  const game = sharedGames.find((slug) => slug === word)
  if (!game) throw new CommandError(`Unknown game: choose from ${sharedGames.join(', ')}.`)
  return game
}

export const sharedRoundCommands: OperatorCommands = {
  show: {
    usage: 'show <game>',
    about: 'Lists the chains of a game, newest first: rounds played, published hash, event and salt',
    async run(context, [game]) {
      const chains = await readChains(context.db.kysely, gameOf(game))
      if (chains.length === 0) context.print('No chain was published yet.')
      for (const { played, length, last_hash: hash, event, salt, salt_source: source, is_demo: isDemo } of chains)
        context.print(
          `${hash}: ${played} of ${length} rounds, event: ${event}; ${salt === null ? 'no salt yet' : `salt ${salt} (${source})`}${isDemo ? ', demo' : ''}`,
        )
    },
  },
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
  salt: {
    usage: 'salt <game> <salt> <source …>',
    about: 'Enters the salt of the oldest chain that has none, with its source; it can never be changed',
    async run(context, [game, salt = '', ...source]) {
      const entered = await enterSalt(context, gameOf(game), { salt, source: source.join(' ') })
      if (!entered.ok) throw new CommandError(refusals[entered.refusal])
      context.print(`The chain of ${entered.value.lastHash} has its salt.`)
    },
  },
}
