/** Every endpoint of the desk by name: the desk's typed calls and its OpenAPI document are made from this list. */
import { type Declaration, declarationsIn, type EndpointIn } from '../endpoint.ts'
import * as acts from './acts.ts'
import * as adjustments from './adjustments.ts'
import * as books from './books.ts'
import * as campaigns from './campaigns.ts'
import * as chat from './chat.ts'
import * as contactMessages from './contact-messages.ts'
import * as complaints from './complaints.ts'
import * as collections from './collections.ts'
import * as content from './content.ts'
import { type DefinitionArea, definitionAreas, definitions } from './definitions.ts'
import * as documents from './documents.ts'
import * as find from './find.ts'
import * as games from './games.ts'
import * as harm from './harm.ts'
import * as jackpots from './jackpots.ts'
import * as notes from './notes.ts'
import * as overview from './overview.ts'
import * as passkeys from './passkeys.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as policy from './policy.ts'
import * as playerActs from './player-acts.ts'
import * as queue from './queue.ts'
import * as rates from './rates.ts'
import * as reports from './reports.ts'
import * as requests from './requests.ts'
import * as rewards from './rewards.ts'
import * as rounds from './rounds.ts'
import * as sharedRounds from './shared-rounds.ts'
import * as sports from './sports.ts'
import * as session from './session.ts'
import * as standing from './standing.ts'
import * as statements from './statements.ts'
import * as studios from './studios.ts'
import * as tournaments from './tournaments.ts'

const modules = {
  session,
  passkeys,
  people,
  requests,
  acts,
  overview,
  find,
  queue,
  notes,
  playerActs,
  payments,
  adjustments,
  books,
  rates,
  documents,
  chat,
  contactMessages,
  complaints,
  harm,
  policy,
  games,
  studios,
  sharedRounds,
  jackpots,
  rounds,
  standing,
  statements,
  campaigns,
  collections,
  content,
  reports,
  rewards,
  sports,
  tournaments,
}

type Modules = typeof modules
export type DeskEndpoint =
  | { [Name in keyof Modules]: EndpointIn<Modules[Name]> }[keyof Modules]
  | EndpointIn<(typeof definitions)[DefinitionArea]>

export function everyDeskEndpoint(): Declaration[] {
  return [
    ...declarationsIn(modules),
    ...definitionAreas.flatMap((area) =>
      declarationsIn({ definitions: definitions[area] }).map((each) => ({
        ...each,
        name: `${each.name}${area[0]!.toUpperCase()}${area.slice(1)}Definition`,
      })),
    ),
  ]
}
