/**
 * Definitions of every kind: rewards and offers, markers of harm, roles. The endpoints are the same for each area, whose
 * scope they require.
 */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

export const definitionAreas = ['rewards', 'protection', 'operators'] as const
export type DefinitionArea = (typeof definitionAreas)[number]

const State = z.enum(['draft', 'scheduled', 'active', 'ended', 'archived'])
export type DefinitionState = z.output<typeof State>

const Version = z.object({
  version: z.number(),
  state: State,
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  actor: z.string(),
  comment: z.string(),
  /** One line; null if only a newer build can read it. */
  description: z.string().nullable(),
})

const Listed = Version.extend({ kind: z.string(), identity: z.string() })
export type ListedDefinition = z.output<typeof Listed>

const Full = Version.extend({
  data: z.unknown(),
  /** One line for each value that differs from the version before. */
  changes: z.array(z.string()),
})
export type DefinitionVersion = z.output<typeof Full>

const Fault = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
export type DefinitionFault = z.output<typeof Fault>

const Check = z.object({
  /** Empty: it can be saved. */
  faults: z.array(Fault),
  description: z.string().nullable(),
  /** Against the version in force, or the newest one. */
  changes: z.array(z.string()),
  /** Every text that players read; a locale without one shows English. */
  texts: z.array(z.object({ name: z.string(), texts: z.record(z.string(), z.string()), missing: z.array(z.string()) })),
  /** Countries whose policy forbids it, with the rule. */
  forbiddenIn: z.array(z.object({ country: z.string(), rule: z.string() })),
})
export type DefinitionCheck = z.output<typeof Check>

const kindUnknown = { status: HttpStatus.notFound, description: 'There is no such kind of definition' }
const definitionNotFound = { status: HttpStatus.notFound, description: 'There is no such version' }
const identityInvalid = {
  status: HttpStatus.unprocessable,
  description: 'A name has 1 to 64 lower-case letters, digits and hyphens',
}
const definitionInvalid = { status: HttpStatus.unprocessable, description: 'It is not valid' }
const notADraft = { status: HttpStatus.conflict, description: 'This version was scheduled before: save a new one' }
const anotherIsScheduled = {
  status: HttpStatus.conflict,
  description: 'Another version is scheduled: archive it first',
}
const termInvalid = {
  status: HttpStatus.unprocessable,
  description: 'The end must be later than the start, and in the future',
}
const definitionConflicts = {
  status: HttpStatus.conflict,
  description: 'It conflicts with other definitions in force or scheduled',
}
const notActive = { status: HttpStatus.conflict, description: 'No version is in force; somebody may have ended it' }
const isActive = { status: HttpStatus.conflict, description: 'It is in force: end it first' }
const isArchived = { status: HttpStatus.conflict, description: 'It is archived already' }

const bodyBytes = 262_144
const kind = z.object({ kind: z.string().max(40) })
const one = kind.extend({ identity: z.string().max(64) })
const version = one.extend({ version: z.coerce.number().int().min(1).max(1_000_000) })

function endpointsOf<const Area extends DefinitionArea>(area: Area) {
  const base = `/api/definitions/${area}` as const
  const common = { access: 'operator' } as const
  return {
    list: endpoint({
      ...common,
      method: 'GET',
      path: base,
      scope: `${area}:read`,
      summary: 'The kinds, and of each definition the version in force, the scheduled one and the newest',
      reply: z.object({ kinds: z.array(z.string()), definitions: z.array(Listed) }),
    }),
    read: endpoint({
      ...common,
      method: 'GET',
      path: `${base}/{kind}/{identity}`,
      scope: `${area}:read`,
      summary: 'All versions of a definition, the newest first',
      params: one,
      reply: z.array(Full),
      refusals: { kindUnknown },
    }),
    schema: endpoint({
      ...common,
      method: 'GET',
      path: `${base}/{kind}`,
      scope: `${area}:read`,
      summary: 'The JSON schema of a kind, from which the form is made',
      params: kind,
      reply: z.record(z.string(), z.unknown()),
      refusals: { kindUnknown },
    }),
    check: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/{kind}/check`,
      scope: `${area}:do`,
      summary: 'Check a definition without saving it: faults, changes, texts and countries',
      params: kind,
      body: z.object({ identity: z.string().max(64), data: z.unknown() }),
      bodyBytes,
      reply: Check,
      refusals: { kindUnknown },
    }),
    draft: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/{kind}/{identity}`,
      scope: `${area}:do`,
      summary: 'Save a new version as a draft, which nobody sees yet',
      params: one,
      body: z.object({ data: z.unknown(), reason: Reason }),
      bodyBytes,
      reply: z.object({ version: z.number() }),
      refusals: { kindUnknown, identityInvalid, definitionInvalid },
    }),
    schedule: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/{kind}/{identity}/{version}/schedule`,
      scope: `${area}:decide`,
      summary: 'Put a draft in force from a time on; it replaces the version in force',
      params: version,
      body: z.object({
        /** Null: now. */
        startsAt: z.iso.datetime().nullable().default(null),
        endsAt: z.iso.datetime().nullable().default(null),
      }),
      reply: z.object({ state: State }),
      refusals: { kindUnknown, definitionNotFound, notADraft, anotherIsScheduled, termInvalid, definitionConflicts },
    }),
    end: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/{kind}/{identity}/end`,
      scope: `${area}:decide`,
      summary: 'End the version in force: nothing new begins, and what players have been granted continues',
      params: one,
      body: z.object({ reason: Reason }),
      refusals: { kindUnknown, notActive },
    }),
    archive: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/{kind}/{identity}/{version}/archive`,
      scope: `${area}:decide`,
      summary: 'Archive a draft, a scheduled or an ended version',
      params: version,
      refusals: { kindUnknown, definitionNotFound, isActive, isArchived },
    }),
  }
}

export const definitions = {
  rewards: endpointsOf('rewards'),
  protection: endpointsOf('protection'),
  operators: endpointsOf('operators'),
}
