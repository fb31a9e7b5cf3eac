/** Rounds that all players of a game share: run by one elected process, decided by a published chain of hashes. */
import * as desk from '#contract/desk/shared-rounds.ts'
import { randomBytes } from 'node:crypto'
import { type SharedGame, sharedGames } from '#contract/shared-rounds.ts'
import * as contract from '#contract/shared-rounds.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { CommandError, type DatabaseCommands } from '../../kernel/operator-commands.ts'
import { enterSaltOfChain, listHashChains } from './desk.ts'
import { measureBeacons } from './beacons.ts'
import { invariants } from './invariants.ts'
import { fullLength, publishChain } from './chains.ts'
import { readSharedRound, readSharedTable } from './read-shared-rounds.ts'

const refusals = {
  lengthInvalid: `The length is a number of rounds from 1 to ${fullLength}.`,
  eventMissing: 'Name the event that will fix the salt, such as the hash of a Bitcoin block that is not mined yet.',
}

function gameOf(word: string | undefined): SharedGame {
  const game = sharedGames.find((slug) => slug === word)
  if (!game) throw new CommandError(`Unknown game: choose from ${sharedGames.join(', ')}.`)
  return game
}

/** `npm run operator -- shared-rounds …`: the chains of hashes that decide shared rounds. */
const sharedRoundCommands: DatabaseCommands = {
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

export const routes = [bind(contract.readSharedTable, readSharedTable), bind(contract.readSharedRound, readSharedRound)]

export default defineModule({
  name: 'shared-rounds',
  tables: ['shared.beacons', 'shared.chains', 'shared.leaders', 'shared.rounds', 'shared.watched'],
  routes,
  deskRoutes: [bindDesk(desk.listHashChains, listHashChains), bindDesk(desk.enterSalt, enterSaltOfChain)],
  invariants,
  metrics: measureBeacons,
  databaseCommands: { 'shared-rounds': sharedRoundCommands },
})
