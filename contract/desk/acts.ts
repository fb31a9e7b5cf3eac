/** The audit log. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NextPage } from './common.ts'

const Act = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `operator:olga`, `player:<id>`, `partner:<name>`, `system:<job>` or `guest`. */
  actor: z.string(),
  action: z.string(),
  playerId: z.uuid().nullable(),
  address: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type Act = z.output<typeof Act>

export const listActs = endpoint({
  method: 'GET',
  path: '/api/acts',
  access: 'operator',
  scope: 'audit:read',
  summary: 'Who did what, newest first, 50 at a time',
  query: z.object({
    /** The id of the last act of the page before. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    /** Exactly, such as `operator:olga`. */
    actor: z.string().max(80).optional(),
    action: z.string().max(60).optional(),
    /** Of one player: what they did, what was done about them, and who read their data. */
    player: z.uuid().optional(),
  }),
  reply: z.object({ acts: z.array(Act), next: NextPage }),
})
