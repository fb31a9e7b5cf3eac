/** `npm run operator -- messages …`: campaigns. */
import { z } from 'zod'
import { readJson, timeOf } from '../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { CampaignDefinition, describe } from './campaign.ts'
import { readCampaign } from './internal/rows.ts'
import { countReach, renderSample } from './preview-campaign.ts'
import { reportCampaign } from './report-campaign.ts'
import { cancelCampaign, scheduleCampaign, termMs } from './schedule-campaign.ts'

const refusals = {
  identityInvalid: 'An identity has 1 to 64 lower-case letters, digits and hyphens.',
  identityTaken: 'A campaign has this identity: choose another one, so that no campaign is sent twice.',
  termInvalid: 'The end must be later than the start, and in the future.',
  campaignNotFound: 'No such campaign: see messages list.',
  campaignOver: 'This campaign was sent or cancelled before.',
}
const listed = 100

export const operatorCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists the last campaigns, the newest first', run: list },
  validate: {
    usage: 'validate <file.json>',
    about: 'Checks a campaign without storing it',
    run: async ({ print }, [path = '']) => print(describe(await readDefinition(path))),
  },
  preview: {
    usage: 'preview <file.json>',
    about: 'Counts whom it would reach now, and prints its texts and mails',
    run: (context, [path = '']) => preview(context, path),
  },
  schedule: {
    usage: 'schedule <identity> <file.json> <start|now> [<end>]',
    about: 'Sends it from a time (ISO 8601) on, for three days if no end is given',
    run: (context, [identity = '', path = '', start = '', end]) => schedule(context, { identity, path, start, end }),
  },
  cancel: {
    usage: 'cancel <identity>',
    about: 'Stops a campaign at once: nobody else receives it',
    async run(context, [identity = '']) {
      const cancelled = await cancelCampaign(context, identity)
      if (!cancelled.ok) throw new CommandError(refusals[cancelled.refusal])
      context.print(`${identity} is cancelled.`)
    },
  },
  report: {
    usage: 'report <identity>',
    about: 'Counts who received it, who was skipped and why, and who has read it',
    run: (context, [identity = '']) => report(context, identity),
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await db.kysely
    .selectFrom('campaigns.campaigns')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(listed)
    .execute()
  if (rows.length === 0) print('There are no campaigns.')
  for (const { identity, state, starts_at, ends_at, operator, definition } of rows) {
    const term = [starts_at, ends_at].map((at) => at.toISOString().slice(0, 16)).join(' – ')
    print(`${identity.padEnd(24)}  ${state.padEnd(9)}  ${term}  ${operator}`)
    print(`    ${describe(readCampaign(definition))}`)
  }
}

async function preview(context: OperatorContext, path: string): Promise<void> {
  const { print, clock } = context
  const definition = await readDefinition(path)
  print(describe(definition))
  const reach = await countReach(context, definition, new Date(clock.now().getTime() + termMs))
  print(`${reach.players} players are in the segment.`)
  for (const { channel, results } of reach.channels) print(`  ${channel}: ${countsOf(results) || 'nobody'}`)
  for (const { locale, players, reads } of reach.locales)
    if (players > 0)
      print(`  ${locale}: ${players} players read ${reads === null ? 'nothing: no text for them' : reads}`)
  for (const line of await renderSample(context, definition)) print(line)
}

type Schedule = { identity: string; path: string; start: string; end: string | undefined }

async function schedule(context: OperatorContext, { identity, path, start, end }: Schedule): Promise<void> {
  const definition = await readDefinition(path)
  const startsAt = start === 'now' ? context.clock.now() : timeOf(start)
  const endsAt = end ? timeOf(end) : new Date(startsAt.getTime() + termMs)
  const scheduled = await scheduleCampaign(context, { identity, definition, startsAt, endsAt })
  if (!scheduled.ok) throw new CommandError(refusals[scheduled.refusal])
  context.print(`${identity} is sent from ${startsAt.toISOString()} to ${endsAt.toISOString()}.`)
}

async function report({ db, print }: OperatorContext, identity: string): Promise<void> {
  const campaign = await db.kysely
    .selectFrom('campaigns.campaigns')
    .selectAll()
    .where('identity', '=', identity)
    .executeTakeFirst()
  if (!campaign) throw new CommandError(refusals.campaignNotFound)
  print(`${identity} is ${campaign.state}, by ${campaign.operator}.`)
  const { outcomes, deliveries, messages } = await reportCampaign(db.kysely, campaign)
  for (const [channel, rows] of Map.groupBy(outcomes, (row) => row.channel))
    print(`  ${channel}: ${countsOf(rows.map(({ outcome, reason, count }) => [reason ?? outcome, count] as const))}`)
  for (const [medium, rows] of Map.groupBy(deliveries, (row) => row.medium))
    print(`  ${medium} deliveries: ${countsOf(rows.map(({ state, count }) => [state, count] as const))}`)
  if (messages.held > 0) print(`  read on the site: ${messages.read} of ${messages.held}`)
}

function countsOf(counts: Iterable<readonly [string, number]>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

async function readDefinition(path: string): Promise<CampaignDefinition> {
  const parsed = CampaignDefinition.safeParse(await readJson(path))
  if (!parsed.success) throw new CommandError(`${path} is not a valid campaign:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
